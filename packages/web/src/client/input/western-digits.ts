// A text with the digits of a language, such as Arabic ones → the same text with the digits 0 to 9.

export function inWesternDigits(text: string, language: string): string {
  const digits = new Intl.NumberFormat(language, { useGrouping: false })
  return Array.from({ length: 10 }, (_, digit) => digit).reduce(
    (all, digit) => all.replaceAll(digits.format(digit), String(digit)),
    text,
  )
}
