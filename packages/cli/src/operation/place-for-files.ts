// NINEFOLD_FILES → the store of uploads: a folder, or a bucket whose keys and address come from the usual S3 variables.

import { resolve } from 'node:path'
import { type Bucket, bucketOfFiles } from '@ninefold/server/store/files/bucket-of-files.ts'
import type { Database } from '@ninefold/server/store/driver/database.ts'
import { claimFiles } from '@ninefold/server/store/files/file-owner.ts'
import { type FileStore, FileStoreAway } from '@ninefold/server/store/files/file-store.ts'
import { folderOfFiles } from '@ninefold/server/store/files/folder-of-files.ts'
import { EXIT, Stop } from '../terminal/exit.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Null: none is configured. */
export function placeForFiles(environment: Environment): FileStore | null {
  const place = environment['NINEFOLD_FILES'] ?? ''
  if (place === '') return null
  if (place.startsWith('s3:')) return bucketOfFiles(bucketOf(place, environment))
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(place))
    throw new Stop(`NINEFOLD_FILES is a folder or s3://bucket/prefix, and not ${place}.`)
  return folderOfFiles(resolve(place))
}

/** Checked at the start, so that an unusable store is found before the first upload. */
export async function refuseForeignFiles(database: Database, store: FileStore): Promise<void> {
  try {
    if (await claimFiles(database, store)) return
  } catch (cause) {
    if (cause instanceof FileStoreAway) throw new Stop(`Uploads cannot be kept in NINEFOLD_FILES. ${cause.message}`)
    throw cause
  }
  throw new Stop(
    'NINEFOLD_FILES contains the files of another database, which would lose them. Give each database a folder or a prefix of its own.',
    EXIT.refused,
  )
}

/** Name and prefix of a bucket, limited to characters that need no escaping in addresses and lists. */
const S3 = /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(?<prefix>[A-Za-z0-9!_.*'()/-]*))?$/

export function bucketOf(place: string, environment: Environment): Bucket {
  const { bucket, prefix = '' } = S3.exec(place)?.groups ?? {}
  if (bucket === undefined)
    throw new Stop(
      `NINEFOLD_FILES is ${place}. A bucket is written s3://bucket or s3://bucket/prefix, in plain letters.`,
    )
  const needed = (name: string): string => {
    const value = environment[name] ?? ''
    if (value === '') throw new Stop(`NINEFOLD_FILES is a bucket, and ${name} is not set.`)
    return value
  }
  const region = firstOf(environment, ['AWS_REGION', 'AWS_DEFAULT_REGION']) ?? 'us-east-1'
  return {
    address: addressOf(bucket, region, firstOf(environment, ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'])),
    prefix: prefix.replace(/^\/+|\/+$/g, '').replace(/.$/, '$&/'),
    region,
    accessKeyId: needed('AWS_ACCESS_KEY_ID'),
    secretAccessKey: needed('AWS_SECRET_ACCESS_KEY'),
    sessionToken: firstOf(environment, ['AWS_SESSION_TOKEN']),
  }
}

function addressOf(bucket: string, region: string, endpoint: string | null): string {
  // A wildcard certificate does not cover a dot in the bucket's name.
  if (endpoint === null && !bucket.includes('.')) return `https://${bucket}.s3.${region}.amazonaws.com/`
  const store = endpoint ?? `https://s3.${region}.amazonaws.com`
  if (!/^https?:\/\/[^/?#@]+(?:\/[^?#]*)?$/.test(store))
    throw new Stop(`The address of the store for NINEFOLD_FILES is not a web address: ${store}`)
  return `${store.replace(/\/+$/, '')}/${bucket}/`
}

function firstOf(environment: Environment, names: readonly string[]): string | null {
  return names.map((name) => environment[name] ?? '').find((value) => value !== '') ?? null
}
