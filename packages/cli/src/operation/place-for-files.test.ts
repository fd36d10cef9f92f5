import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@ninefold/server/store/driver/database.ts'
import type { FileStore } from '@ninefold/server/store/files/file-store.ts'
import { bringEngineTables } from '@ninefold/server/store/migrate/migrate.ts'
import { type BucketServer, startBucketServer } from '@ninefold/server/testing/servers/bucket-server.ts'
import { createTestDatabase } from '@ninefold/server/testing/test-database.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bucketOf, placeForFiles, refuseForeignFiles } from './place-for-files.ts'

let server: BucketServer
let folder: string
beforeAll(async () => {
  server = await startBucketServer()
  folder = await mkdtemp(join(tmpdir(), 'ninefold-place-'))
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

function environment(more: Record<string, string> = {}): Record<string, string> {
  const { accessKeyId, secretAccessKey, sessionToken, region, address } = server.bucket
  return {
    NINEFOLD_FILES: 's3://pictures/one/app/',
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken ?? '',
    AWS_REGION: region,
    AWS_ENDPOINT_URL_S3: address.replace('/pictures/', ''),
    ...more,
  }
}

function storeAt(more?: Record<string, string>): FileStore {
  const store = placeForFiles(environment(more))
  if (store === null) throw new Error('There is a place.')
  return store
}

async function ownDatabase() {
  const created = await createTestDatabase()
  await bringEngineTables(created.pool)
  const database = openDatabase({ connectionString: created.connectionString })
  return {
    database,
    [Symbol.asyncDispose]: async () => {
      await database.close()
      await created.drop()
    },
  }
}

it('a place is one database’s: a second one is refused, the first one comes back', async () => {
  await using first = await ownDatabase()
  await using second = await ownDatabase()
  for (const place of [folder, 's3://pictures/shared']) {
    await refuseForeignFiles(first.database, storeAt({ NINEFOLD_FILES: place }))
    await refuseForeignFiles(first.database, storeAt({ NINEFOLD_FILES: place }))
    await expect(refuseForeignFiles(second.database, storeAt({ NINEFOLD_FILES: place }))).rejects.toThrow(
      'NINEFOLD_FILES contains the files of another database',
    )
  }
  await refuseForeignFiles(second.database, storeAt({ NINEFOLD_FILES: 's3://pictures/shared/deeper' }))
})

it('what cannot be used is said at the start, with the reason', async () => {
  await using own = await ownDatabase()
  const said = (more: Record<string, string>) => refuseForeignFiles(own.database, storeAt(more))
  await expect(said({ AWS_SECRET_ACCESS_KEY: 'guessed' })).rejects.toThrow(
    /^Uploads cannot be kept in NINEFOLD_FILES\. .*answers 403, SignatureDoesNotMatch/,
  )
  await expect(said({ NINEFOLD_FILES: 's3://elsewhere' })).rejects.toThrow(/answers 404, NoSuchBucket/)
  await expect(said({ AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' })).rejects.toThrow(/127\.0\.0\.1:1.*does not answer/)
  await writeFile(join(folder, 'a-file'), '')
  await expect(said({ NINEFOLD_FILES: join(folder, 'a-file') })).rejects.toThrow(/^Uploads cannot be kept/)
})

it('what says where files are kept is read as other programs read it', () => {
  const address = (more: Record<string, string>) => {
    const { AWS_ENDPOINT_URL_S3: _, ...without } = environment()
    const { address: of, prefix, region } = bucketOf(more['NINEFOLD_FILES'] ?? 's3://box', { ...without, ...more })
    return [of, prefix, region]
  }
  expect(address({ AWS_REGION: 'eu-north-1' })).toEqual(['https://box.s3.eu-north-1.amazonaws.com/', '', 'eu-north-1'])
  expect(address({ NINEFOLD_FILES: 's3://a.box/x/', AWS_REGION: '', AWS_DEFAULT_REGION: 'eu-west-1' })).toEqual([
    'https://s3.eu-west-1.amazonaws.com/a.box/',
    'x/',
    'eu-west-1',
  ])
  expect(address({ AWS_ENDPOINT_URL: 'http://store:9000/' })[0]).toBe('http://store:9000/box/')
})

it('what cannot be meant is refused', () => {
  expect(placeForFiles({})).toBeNull()
  const refused = (more: Record<string, string>, words: RegExp | string) =>
    expect(() => placeForFiles(environment(more))).toThrow(words)
  refused({ AWS_ACCESS_KEY_ID: '' }, 'NINEFOLD_FILES is a bucket, and AWS_ACCESS_KEY_ID is not set.')
  refused({ AWS_SECRET_ACCESS_KEY: '' }, 'AWS_SECRET_ACCESS_KEY is not set')
  refused({ AWS_ENDPOINT_URL_S3: 'file:///x' }, /not a web address/)
  for (const place of ['s3:/x', 's3://', 's3://X', 's3://box/ä', 's3://box?x', 's3:box'])
    refused({ NINEFOLD_FILES: place }, /A bucket is written/)
  refused({ NINEFOLD_FILES: 'gs://box' }, /a folder or s3:/)
})
