// A job on a page, with the clicks and keys that it takes.

import type { Locator, Page } from 'playwright-core'

/** A hand on the mouse and one on the keyboard. Words that have to be typed anyway are not counted. */
export function countedHands(page: Page) {
  const spent = { clicks: 0, keys: 0 }
  return {
    spent,
    click: async (at: Locator, where?: Parameters<Locator['click']>[0]): Promise<void> => {
      spent.clicks++
      await at.click(where)
    },
    press: async (key: string): Promise<void> => {
      spent.keys++
      await page.keyboard.press(key)
    },
    say: (text: string): Promise<void> => page.keyboard.type(text),
  }
}
