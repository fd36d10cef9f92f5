import { readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { compile } from '@ninefold/core/compile.ts'
import { expect, it } from 'vitest'
import { isUpload, takesFiles, watchBody } from './slow-bodies.ts'

/** Sends the parts, ends the body if requested, and tells whether the server timed it out. */
async function isLate(parts: readonly string[], isEnded: boolean, timeMsMax: number): Promise<boolean> {
  let late = (_: boolean): void => {}
  const found = new Promise<boolean>((resolve) => {
    late = resolve
  })
  const server = createServer((incoming, response) => {
    watchBody(incoming, timeMsMax, () => late(true))
    incoming.on('end', () => {
      response.end()
      late(false)
    })
    incoming.resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const outgoing = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', method: 'POST' })
  outgoing.on('error', () => {})
  for (const part of parts) outgoing.write(part)
  if (isEnded) outgoing.end()
  const result = await found
  outgoing.destroy()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  return result
}

it('tells of a body that does not come to its end, and of no other', async () => {
  expect(await Promise.all([isLate(['a'], false, 20), isLate(['a', 'b'], true, 10_000)])).toEqual([true, false])
})

it('takes for an upload what is sent to the address of uploads', () => {
  expect(isUpload({ method: 'POST', url: '/_ninefold/files?name=a' })).toBe(true)
  expect(isUpload({ method: 'POST', url: '/_ninefold/files/a' })).toBe(false)
  expect(isUpload({ method: 'GET', url: '/_ninefold/files' })).toBe(false)
  expect(isUpload({ method: 'POST', url: '/api/notes?x=/_ninefold/files' })).toBe(false)
})

it('knows the addresses of stated calls that take files', () => {
  const { model } = compile(readFileSync(new URL('../../testing/texts/shop-api.md', import.meta.url), 'utf8'))
  if (model === null) throw new Error('The text has errors.')
  const takes = (method: string, url: string) => takesFiles(model, { method, url })
  expect([takes('PUT', '/products/TEA/photo'), takes('PUT', '/products/a%2Fb/photo?x=1')]).toEqual([true, true])
  expect(takes('POST', '/products/form')).toBe(true)
  expect([takes('POST', '/products/TEA/photo'), takes('PUT', '/products/TEA/photo/x')]).toEqual([false, false])
  expect([takes('PUT', '/products/TEA/manual'), takes('POST', '/products')]).toEqual([false, false])
})
