import { expect, it } from 'vitest'
import { picture, sidewaysPixels } from './browser.ts'
import { inState, openForm, reply, reportProblem } from './forms.ts'
import { serving } from './running-help-desk.ts'

const desk = serving()

it('works on a phone from signing in to the reply, and nothing is wider than the phone', async () => {
  const { page } = await desk.visit({ screen: 'phone' })
  const look = async (name: string): Promise<void> => {
    await picture(page, `phone-${name}`)
    expect(await sidewaysPixels(page), name).toBeLessThanOrEqual(0)
  }
  await page.getByRole('heading', { name: 'Sign in to Helpdesk' }).waitFor()
  await look('sign-in')
  await page.getByRole('button', { name: /^Sign in as Cleo Customer/ }).click()
  await page.getByText('You have not reported a problem yet.').waitFor()
  await look('my-tickets-empty')

  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('link', { name: 'Specification' }).waitFor()
  await look('menu')
  await page.getByRole('link', { name: 'My tickets' }).click()
  await page.getByRole('link', { name: 'Specification' }).waitFor({ state: 'hidden' })

  const form = await openForm(page, 'Report a problem')
  await look('report')
  await form.getByRole('textbox', { name: 'Body' }).tap()
  await look('report-typing')
  await form.getByRole('combobox', { name: 'Category' }).tap()
  await page.getByRole('option', { name: 'General' }).waitFor()
  await look('report-choosing')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await form.waitFor({ state: 'hidden' })
  await reportProblem(
    page,
    'The printer is on fire, and AnExtraordinarilyLongWordWithoutAnyPlaceToBreakItApart',
    'Second floor.',
  )
  await page.getByRole('link', { name: /The printer is on fire/ }).waitFor()
  await look('my-tickets')
  await page.getByRole('link', { name: /The printer is on fire/ }).click()
  await inState(page, 'New')
  await reply(
    page,
    'It burns still: https://example.test/a/very/long/address/that/nobody/would/ever/type/by/hand/but/paste',
  )
  await page.getByText('It burns still').waitFor()
  await look('ticket')
  await page.goto('/_ninefold')
  await page.getByRole('heading', { name: 'Helpdesk' }).waitFor()
  await look('specification')
})

it('shows a manager every screen on a phone without pushing it sideways', async () => {
  const { page } = await desk.visit({ screen: 'phone', colours: 'dark' })
  await page.getByRole('button', { name: /^Sign in as Ada Admin/ }).click()
  await page.getByRole('heading', { name: 'Set-up' }).waitFor()
  for (const [address, seen] of [
    ['/queue', 'The printer is on fire'],
    ['/setup', 'First line'],
    ['/tickets/1000', 'Hand over'],
  ] as const) {
    await page.goto(address)
    await page.getByText(seen).first().waitFor()
    await picture(page, `phone-dark-${address.slice(1).replace('/', '-')}`)
    expect(await sidewaysPixels(page), address).toBeLessThanOrEqual(0)
  }
})
