// A page → parts of it that stand crooked: a line of tools with different middles, and a chart or figure that leaves
// room in its card while the block beside it is taller.

import type { Page } from 'playwright-core'

const CROOKED_PX_MAX = 1
/** The padding of a card and the line around it, and the space of a last row. */
const EMPTY_PX_MAX = 36

/** The first line of each toolbar, and the buttons beside it. */
const CROOKED = `[...document.querySelectorAll('main [role=search]')].flatMap((toolbar) => {
  const middles = (elements) => elements
    .map((element) => [element, element.getBoundingClientRect()])
    .filter(([, { height }]) => height > 0)
    .map(([element, { top, height }]) => ({ words: element.textContent.slice(0, 20), top, middle: top + height / 2 }))
  const own = middles([...toolbar.children])
  const first = own.filter(({ top }) => top - Math.min(...own.map((each) => each.top)) < 12)
  const beside = middles([...toolbar.parentElement.children].filter((each) => each !== toolbar))
    .filter(({ top }) => first.some((each) => Math.abs(each.top - top) < 12))
  const all = [...first, ...beside]
  const off = all.filter(({ middle }) => Math.abs(middle - all[0].middle) > ${CROOKED_PX_MAX})
  return off.map(({ words, middle }) => 'crooked: ' + words + ' at ' + middle + ' beside ' + all[0].middle)
})`

/** Charts and figures that share a row with other blocks. As much room may be below a chart as there is above it. */
const unfilledOf = (
  screen: string,
): string => `fetch('/_ninefold/app').then((answer) => answer.json()).then(({ screens }) => {
  const { blocks } = screens.find(({ key }) => key === ${JSON.stringify(screen)})
  const charts = new Set(blocks.filter(({ form }) => form?.kind === 'chart').map(({ title }) => title))
  const boxOf = (element) => element.getBoundingClientRect()
  return [...document.querySelectorAll('main div[data-width]:not([data-width=full])')].flatMap((card) => {
    const cells = [...card.parentElement.children].map(boxOf).filter(({ top }) => Math.abs(top - boxOf(card).top) < 2)
    const foot = Math.max(...cells.map(({ bottom }) => bottom))
    const section = card.querySelector('section')
    const isFigure = card.matches(':has(> dl), dl > *')
    if (!isFigure && !charts.has(section?.getAttribute('aria-label'))) return []
    const marks = isFigure
      ? [card.matches('dl > *') ? card : card.querySelector('dl > *')]
      : [...section.querySelectorAll('svg, tr, li, summary')]
    const boxes = marks.map(boxOf).filter(({ height }) => height > 0)
    const head = section?.querySelector('h2')
    const above = isFigure || head === null ? 0 : Math.min(...boxes.map(({ top }) => top)) - boxOf(head).bottom
    const below = foot - Math.max(...boxes.map(({ bottom }) => bottom))
    return below - above > ${EMPTY_PX_MAX}
      ? [card.textContent.slice(0, 30) + ' leaves ' + Math.round(below) + ' px of its card empty']
      : []
  })
})`

/** `screen`: its key in the description of the application. */
export async function unevenParts(page: Page, screen: string): Promise<string[]> {
  return [...(await page.evaluate<string[]>(CROOKED)), ...(await page.evaluate<string[]>(unfilledOf(screen)))]
}
