// A person who uses only the keyboard: they press Tab until they reach their target. On the way, each control must show
// its focus, be visible and have an accessible name.

import type { Page } from 'playwright-core'
import { expect } from 'vitest'

type Role = Parameters<Page['getByRole']>[0]

/** More than any screen of an example has. */
const STEPS_MAX = 80

/** Presses Tab until the named element has the focus. */
export async function tabTo(page: Page, role: Role, name: string | RegExp): Promise<void> {
  const target = page.getByRole(role, { name, ...(typeof name === 'string' ? { exact: true } : {}) })
  await target.first().waitFor()
  const way: string[] = []
  for (let step = 0; step < STEPS_MAX; step++) {
    await page.keyboard.press('Tab')
    const { announced, wrong } = await page.evaluate<Standing>(STANDING)
    if (wrong.length > 0) throw new Error(`${announced}: ${wrong.join(', ')} (${page.url()})`)
    if ((await target.and(page.locator(':focus')).count()) > 0) return
    way.push(announced)
  }
  throw new Error(`The keyboard does not come to ${role} "${String(name)}", only to:\n${way.join('\n')}`)
}

/** Tabs to the element and presses Enter. */
export async function press(page: Page, role: Role, name: string | RegExp): Promise<void> {
  await tabTo(page, role, name)
  await page.keyboard.press('Enter')
}

/** Keys with Alt that come at once, before anything is drawn anew, as on a busy machine. */
export async function pressAtOnce(page: Page, ...keys: readonly string[]): Promise<void> {
  await page.evaluate(`for (const key of ${JSON.stringify(keys)})
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, altKey: true, bubbles: true }))`)
}

/** Tabs to an input and types. */
export async function typeInto(page: Page, role: Role, name: string | RegExp, text: string): Promise<void> {
  await tabTo(page, role, name)
  await page.keyboard.type(text)
}

/** Waits until the element has the focus by itself: after a change of page, form or step. */
export async function standsAt(page: Page, role: Role, name: string | RegExp): Promise<void> {
  const target = page.getByRole(role, { name, ...(typeof name === 'string' ? { exact: true } : {}) })
  await target.and(page.locator(':focus')).waitFor()
}

/** Waits until the page's content has the focus. */
export async function standsAtContent(page: Page): Promise<void> {
  await page.locator('main#content:focus').waitFor()
}

/** Tabs to an input that finds records, types a part of a name, and chooses the only result. */
export async function chooseByTyping(page: Page, label: string, typed: string, option: string): Promise<void> {
  await typeInto(page, 'combobox', label, typed)
  // Earlier results stay until the answer arrives.
  await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual([option])
  // A list that has just opened scrolls to its chosen option and resets the active one.
  await page.evaluate('new Promise((resolve) => setTimeout(resolve))')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('combobox', { name: label, exact: true }).inputValue()).toBe(option)
}

/** The focus is in the first input of the sign-in page. */
export async function signInByKeyboard(page: Page, label: string, identifier: string, password: string): Promise<void> {
  await standsAt(page, 'textbox', label)
  await page.keyboard.type(identifier)
  await typeInto(page, 'textbox', 'Password', password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Account: / }).waitFor()
  await standsAtContent(page)
}

interface Standing {
  readonly announced: string
  readonly wrong: readonly string[]
}

const STANDING = `(() => {
  const element = document.activeElement
  if (element === null || element === document.body) return { announced: 'nowhere', wrong: [] }
  const labels = [...(element.labels ?? [])].map(({ textContent }) => textContent).join(' ')
  const by = (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
  const name = [element.getAttribute('aria-label'), by, labels, element.textContent, element.title].find((each) => (each ?? '').trim() !== '') ?? ''
  const announced = (element.getAttribute('role') ?? element.localName) + ' "' + name.trim().slice(0, 60) + '"'
  const ringed = [element, element.parentElement, element.nextElementSibling, element.closest('label')].some((each) =>
    each !== null && [null, '::before', '::after'].some((part) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(each, part)
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1.5
    }))
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const points = [[(left + right) / 2, (top + bottom) / 2], [left + 2, top + 2], [right - 2, bottom - 2], [left + 2, bottom - 2], [right - 2, top + 2]]
  const isSeen = points.some(([x, y]) => {
    const there = document.elementFromPoint(x, y)
    return there !== null && (there.contains(element) || element.contains(there) || there === element.nextElementSibling)
  })
  const wrong = []
  if (name.trim() === '') wrong.push('has no name')
  if (!ringed && element.id !== 'content') wrong.push('does not show the focus')
  if (!isSeen) wrong.push('cannot be seen')
  return { announced, wrong }
})()`
