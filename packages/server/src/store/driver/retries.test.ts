import { expect, it, vi } from 'vitest'
import { retries, TransactionBusy } from './retries.ts'

const conflict = () => Object.assign(new Error('could not serialize access'), { code: '40001' })

it('begins transactions again one after another, in the order in which they met', async () => {
  const retry = retries()
  let running = 0
  const again: number[] = []
  const begun = Array.from({ length: 20 }, (_, at) => {
    let tries = 0
    return retry(async () => {
      if (tries++ === 0) throw conflict()
      running++
      expect(running).toBe(1)
      again.push(at)
      await new Promise((resolve) => setTimeout(resolve, 1))
      running--
      return at
    })
  })
  expect(await Promise.all(begun)).toEqual(again)
})

it('lets the next ones go on beside a slow one', async () => {
  const retry = retries()
  const once = (work: () => Promise<string>) => {
    let tries = 0
    return retry(() => (tries++ === 0 ? Promise.reject(conflict()) : work()))
  }
  let end = (_: string): void => {}
  const slow = once(() => new Promise((resolve) => (end = resolve)))
  expect(await once(() => Promise.resolve('next'))).toBe('next')
  end('slow')
  expect(await slow).toBe('slow')
})

it('gives up what meets others each time, and passes on everything else', async () => {
  const retry = retries()
  await expect(retry(() => Promise.reject(conflict()))).rejects.toThrow(TransactionBusy)
  await expect(retry(() => Promise.reject(new Error('other')))).rejects.toThrow('other')
})

it('begins a transaction again that takes longer by itself than retries may', async () => {
  const now = vi.spyOn(performance, 'now')
  try {
    let tries = 0
    const slow = (): Promise<string> => {
      tries++
      now.mockReturnValue(tries * 60_000)
      return tries < 3 ? Promise.reject(conflict()) : Promise.resolve('done')
    }
    expect(await retries()(slow)).toBe('done')
  } finally {
    now.mockRestore()
  }
})
