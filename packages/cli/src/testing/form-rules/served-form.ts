// A specification → its application with uploads, for guests who send JSON.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Model } from '@ninefold/core/model/model.ts'
import { openDatabase } from '@ninefold/server/store/driver/database.ts'
import { folderOfFiles } from '@ninefold/server/store/files/folder-of-files.ts'
import { newSecretKey, secretTextsWith } from '@ninefold/server/store/data/secret-texts.ts'
import { pino } from 'pino'
import { applicationOf, bringTo, loadData, startServer } from '../../pipeline.ts'

export interface ServedForm extends AsyncDisposable {
  get(path: string): Promise<JsonAnswer>
  post(path: string, body: unknown): Promise<JsonAnswer>
  upload(name: string, content: string): Promise<JsonAnswer>
}

export interface JsonAnswer {
  readonly status: number
  /** Null: no body. */
  readonly body: unknown
}

const LOGGER = pino({ level: 'silent' })

export async function serveForm(model: Model, text: string, connectionString: string): Promise<ServedForm> {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-form-rules-'))
  const database = openDatabase({ connectionString })
  await bringTo(database, model, text, { consent: false, lock: null })
  const application = applicationOf(model, text, 'development', database, secretTextsWith([newSecretKey()]))
  await loadData(application, ['reference', 'sample'])
  const server = await startServer(
    {
      host: '127.0.0.1',
      port: 0,
      webFolder: null,
      logger: LOGGER,
      development: null,
      files: folderOfFiles(folder),
    },
    application,
  )
  const ask = async (path: string, init: RequestInit): Promise<JsonAnswer> => {
    const headers = { accept: 'application/problem+json, application/json', ...init.headers }
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { ...init, headers })
    const body = await answer.text()
    return { status: answer.status, body: body === '' ? null : (JSON.parse(body) as unknown) }
  }
  const post = (path: string, type: string, body: string): Promise<JsonAnswer> =>
    ask(path, { method: 'POST', headers: { 'content-type': type, 'ninefold-client': 'web' }, body })
  return {
    get: (path) => ask(path, {}),
    post: (path, body) => post(path, 'application/json', JSON.stringify(body)),
    upload: (name, content) =>
      post(`/_ninefold/files?name=${encodeURIComponent(name)}`, 'application/octet-stream', content),
    [Symbol.asyncDispose]: async () => {
      await server.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
