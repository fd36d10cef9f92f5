// An application's name and its button shade → an icon for the tab, as a data address. Tabs have backgrounds of any
// colour, and white on that shade is readable on all of them.

import { cornersOfMark, initialOf, MARK } from './mark.ts'

export function iconOf(name: string, shade: string): string {
  const { size, letterAt, letterSize } = MARK
  const drawn =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><polygon points="${cornersOfMark()}" fill="${shade}"/>` +
    `<text x="${letterAt.x}" y="${letterAt.y + 1}" text-anchor="middle" font-family="system-ui, sans-serif" font-size="${letterSize + 3}" font-weight="700" fill="#fff">${initialOf(name)}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(drawn)}`
}
