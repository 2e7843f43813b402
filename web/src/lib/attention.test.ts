import { describe, expect, it } from 'vitest';
import { permissionOf } from './attention.svelte';

describe('calling a person', () => {
  it('needs the leave of the browser and the wish of the person', () => {
    expect(permissionOf('granted', 'yes')).toBe('yes');
    expect(permissionOf('granted', 'no')).toBe('no');
    expect(permissionOf('denied', 'yes')).toBe('no');
  });
  it('is asked about only while both are open', () => {
    expect(permissionOf('default', '')).toBe('unasked');
    expect(permissionOf('default', 'no')).toBe('no');
    expect(permissionOf(undefined, 'yes')).toBe('impossible');
  });
});
