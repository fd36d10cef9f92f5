// Counts the clicks and keys that a task on a page takes.

import type { Locator, Page } from 'playwright-core'

/** One mouse and one keyboard. Typed text that the task itself requires is not counted. */
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
