// The text of an example → the same without the day of life that its sample data tells.
// Tests make the records that they are about; people who open an example for the first time find some.

const LIFE = /\nThe tables below are [^]*?(?=\n## 4\. )/

export function withoutLife(text: string): string {
  return text.replace(LIFE, '')
}
