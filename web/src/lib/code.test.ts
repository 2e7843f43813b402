import { expect, test } from 'vitest';
import { writtenCode } from './code';

test.each([
  ['mika-ruto', 'mika-ruto'],
  ['Mika Ruto', 'mika-ruto'],
  ['mikarutopela', 'mika-ruto-pela'],
  [' MIKA-RUTO-PELA. ', 'mika-ruto-pela'],
  ['mi ka ru to', 'mika-ruto'],
  ['123', ''],
])('the code %j is written %j', (typed, written) => {
  expect(writtenCode(typed)).toBe(written);
});
