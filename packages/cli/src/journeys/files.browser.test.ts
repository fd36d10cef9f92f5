import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { picture } from './browser.ts'
import { choose, composer, openForm, send, sendWritten } from './forms.ts'
import { CLEO, serving } from './running-help-desk.ts'

const desk = serving()

/** A PNG of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/**
 * Pastes or drops a file, with a text beside it if there is one. Returns whether the page has taken the event. A script as
 * text, because these types do not know the browser's.
 */
function bringFiles(page: Page, kind: 'paste' | 'drop', selector: string, name: string, text = ''): Promise<unknown> {
  return page.evaluate(`(() => {
    const data = new DataTransfer()
    data.items.add(new File([${JSON.stringify(name)}], ${JSON.stringify(name)}))
    if (${JSON.stringify(text)} !== '') data.setData('text/plain', ${JSON.stringify(text)})
    const all = { bubbles: true, cancelable: true }
    const event = ${JSON.stringify(kind)} === 'paste'
      ? new ClipboardEvent('paste', { ...all, clipboardData: data })
      : new DragEvent('drop', { ...all, dataTransfer: data })
    document.querySelector(${JSON.stringify(selector)}).dispatchEvent(event)
    return event.defaultPrevented
  })()`)
}

it('lets a customer reply with files that they chose, dropped and pasted, and see and open them', async () => {
  const { page } = await desk.signedIn(CLEO)
  const report = await openForm(page, 'Report a problem')
  await report.getByRole('textbox', { name: 'Subject' }).fill('The printer is on fire')
  await report.getByRole('textbox', { name: 'Body' }).fill('See for yourself.')
  await choose(report, 'Category', 'General')
  await send(report, 'Report a problem')
  await page.getByRole('link', { name: 'The printer is on fire' }).click()

  const reply = composer(page, 'Reply')
  await reply.getByRole('textbox', { name: 'Body' }).waitFor()
  await reply.getByRole('textbox', { name: 'Body' }).fill('Here it is.')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    reply.getByRole('button', { name: 'Attach files' }).click(),
  ])
  await chooser.setFiles([
    { name: 'smoke.png', mimeType: 'image/png', buffer: PNG },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('It began at noon.') },
    { name: 'wrong.txt', mimeType: 'text/plain', buffer: Buffer.from('Not this one.') },
  ])
  await reply.getByRole('button', { name: 'Remove wrong.txt' }).click()
  // A removed file can be chosen again.
  const [again] = await Promise.all([
    page.waitForEvent('filechooser'),
    reply.getByRole('button', { name: 'Attach files' }).click(),
  ])
  await again.setFiles([{ name: 'wrong.txt', mimeType: 'text/plain', buffer: Buffer.from('Not this one.') }])
  await reply.getByRole('button', { name: 'Remove wrong.txt' }).click()
  expect(await bringFiles(page, 'paste', 'form textarea', 'pasted.txt')).toBe(true)
  expect(await bringFiles(page, 'drop', 'form textarea', 'dropped.txt')).toBe(true)
  // A text from a table comes with a picture of itself.
  expect(await bringFiles(page, 'paste', 'form textarea', 'table.txt', 'A1')).toBe(false)
  // Beside the form the browser would open the file, and leave the page.
  expect(await bringFiles(page, 'drop', 'h1', 'stray.txt')).toBe(true)
  // The size appears once the file has been sent; submitting earlier reports that the upload is pending.
  for (const size of ['70 bytes', '17 bytes', '10 bytes', '11 bytes'])
    await reply.getByText(size, { exact: true }).waitFor()
  await picture(page, 'reply-with-files')
  await sendWritten(reply, 'Reply')

  const link = page.getByRole('link', { name: /notes\.txt/ })
  await link.waitFor()
  await picture(page, 'ticket-with-files')
  const address = (await link.getAttribute('href')) ?? ''
  const own = await page.request.get(address)
  expect(await own.text()).toBe('It began at noon.')
  expect(await page.getByRole('link', { name: /(?:wrong|table|stray)\.txt/ }).count()).toBe(0)
  const { page: other } = await desk.visit()
  expect((await other.request.get(address)).status()).toBe(404)
})

it('says at the input that a file is too big, before it is sent', async () => {
  const { page } = await desk.signedIn(CLEO)
  await page.getByRole('link', { name: 'The printer is on fire' }).click()
  const reply = composer(page, 'Reply')
  await reply.getByRole('textbox', { name: 'Body' }).waitFor()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    reply.getByRole('button', { name: 'Attach files' }).click(),
  ])
  await chooser.setFiles([{ name: 'film.bin', mimeType: 'video/mp4', buffer: Buffer.alloc(10 * 1024 ** 2 + 1) }])
  await reply.getByText('Please choose at most 10 MB.').waitFor()
  await reply.getByRole('button', { name: 'Remove film.bin' }).click()
  await reply.getByText('Please choose at most 10 MB.').waitFor({ state: 'hidden' })
})
