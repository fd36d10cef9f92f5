// A page → parts of it that stand crooked: a line of tools with different middles, a chart or figure that leaves room in
// its card, a frame within the frame of a card, words that are broken within, buttons of rows that lie behind the edge of
// their table, and a box that chooses all beside the boxes of the rows.

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
    const figures = [...card.querySelectorAll('dt')].map((term) => term.parentElement)
    const isFigure = card.matches(':has(> dl), dl > *') && figures.length > 0
    if (!isFigure && !charts.has(section?.getAttribute('aria-label'))) return []
    const marks = isFigure ? figures.flatMap((figure) => [...figure.children]) : [...section.querySelectorAll('svg, tr, li, summary')]
    const boxes = marks.map(boxOf).filter(({ height }) => height > 0)
    const head = section?.querySelector('h2')
    const above = isFigure || head === null ? 0 : Math.min(...boxes.map(({ top }) => top)) - boxOf(head).bottom
    const edge = isFigure ? Math.max(...figures.map((figure) => boxOf(figure).bottom)) : foot
    const below = edge - Math.max(...boxes.map(({ bottom }) => bottom))
    return below - above > ${EMPTY_PX_MAX}
      ? [card.textContent.slice(0, 30) + ' leaves ' + Math.round(below) + ' px of its card empty']
      : []
  })
})`

/** A dashed line around "Nothing here yet." within a card. */
const FRAMED = `[...document.querySelectorAll('main :is([data-width]:not([data-width=full]), [data-card])')].flatMap((card) => {
  const isFramed = (element) => ['Top', 'Right', 'Bottom', 'Left'].every((side) => {
    const { [\`border\${side}Width\`]: width, [\`border\${side}Style\`]: style } = getComputedStyle(element)
    return parseFloat(width) > 0 && style !== 'none'
  })
  if (!isFramed(card)) return []
  return [...card.querySelectorAll('section div')]
    .filter((each) => each.clientWidth > card.clientWidth * 0.8 && each.querySelector('table, svg[role=img]') === null && isFramed(each))
    .map((each) => 'a frame within a card around: ' + each.textContent.slice(0, 30))
})`

/** A word of letters alone that has two lines, as in a column that is narrower than its longest word. */
const BROKEN = `[...document.querySelectorAll('main :is(td, th, dt, dd, li, h1, h2, h3, button, a)')].flatMap((element) =>
  [...element.childNodes, ...[...element.querySelectorAll('span, div')].flatMap((each) => [...each.childNodes])]
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .flatMap((node) => [...node.textContent.matchAll(/(?<![\\p{L}\\p{N}./@_-])\\p{L}{2,16}(?![\\p{L}\\p{N}./@_-])/gu)].flatMap((word) => {
      const range = document.createRange()
      range.setStart(node, word.index)
      range.setEnd(node, word.index + word[0].length)
      const tops = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)))
      return tops.size > 1 ? ['broken within: ' + word[0]] : []
    })),
)`

/** Without scrolling sideways. */
const OUT_OF_REACH = `[...document.querySelectorAll('main tr[data-row] > td:last-child :is(button, a)')].flatMap((button) => {
  let edge = button.closest('table').parentElement
  while (edge !== document.body && getComputedStyle(edge).overflowX === 'visible') edge = edge.parentElement
  const [{ right }, box] = [edge.getBoundingClientRect(), button.getBoundingClientRect()]
  return box.width > 0 && box.right > right + ${CROOKED_PX_MAX} ? ['out of reach: ' + (button.textContent || button.getAttribute('aria-label'))] : []
})`

/** Names of an axis beyond the edge of their chart. One that is about to be drawn at another width does not count. */
const BEYOND = `[...document.querySelectorAll('main svg text')].flatMap((name) => {
  const [{ left, right }, chart] = [name.getBoundingClientRect(), name.closest('svg').getBoundingClientRect()]
  if (Math.abs(chart.width - Number(name.closest('svg').getAttribute('width'))) > 1) return []
  return right > chart.right + 1 || left < chart.left - 1 ? ['beyond its chart: ' + name.textContent] : []
})`

/** The box that chooses all stands above those that it chooses. */
const ASIDE = `[...document.querySelectorAll('main section')].flatMap((section) => {
  const boxes = [...section.querySelectorAll('input[data-chooses]')]
  const all = [...section.querySelectorAll('input[type=checkbox]:not([data-chooses])')].find((box) => /all/i.test(box.getAttribute('aria-label') ?? box.closest('.mantine-Checkbox-root')?.textContent ?? ''))
  const lefts = [...(all === undefined ? [] : [all]), ...boxes].map((box) => box.getBoundingClientRect().left)
  return boxes.length > 0 && lefts.some((left) => Math.abs(left - lefts[0]) > ${CROOKED_PX_MAX}) ? ['boxes that do not stand below each other'] : []
})`

/** `screen`: its key in the description of the application. */
export async function unevenParts(page: Page, screen: string): Promise<string[]> {
  const found: string[] = []
  for (const each of [CROOKED, unfilledOf(screen), FRAMED, BROKEN, OUT_OF_REACH, BEYOND, ASIDE])
    found.push(...(await page.evaluate<string[]>(each)))
  return [...new Set(found)]
}
