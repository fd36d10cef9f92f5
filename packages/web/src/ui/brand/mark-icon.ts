// An application's name and the shade that its buttons have → an icon for the tab, as an address. Tabs have grounds of any colour:
// white on that shade is read on all of them.

import { cornersOfMark, initialOf, MARK } from './mark.ts'

export function iconOf(name: string, shade: string): string {
  const { size, letterAt, letterSize } = MARK
  const drawn =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><polygon points="${cornersOfMark()}" fill="${shade}"/>` +
    `<text x="${letterAt.x}" y="${letterAt.y + 1}" text-anchor="middle" font-family="system-ui, sans-serif" font-size="${letterSize + 3}" font-weight="700" fill="#fff">${initialOf(name)}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(drawn)}`
}
