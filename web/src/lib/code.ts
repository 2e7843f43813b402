/** Write a table's code as links have it, however it was typed: four letters at a time. */
export function writtenCode(typed: string): string {
  const letters = typed.toLowerCase().replace(/[^a-z]/g, '');
  return (letters.match(/.{1,4}/g) ?? []).join('-');
}
