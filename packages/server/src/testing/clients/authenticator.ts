// A virtual authenticator for passkeys (WebAuthn level 3), which can also give dishonest answers.

import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

export interface Dishonesty {
  /** The page's origin in its answer. */
  readonly origin?: string
  /** The relying party's id that it signs. */
  readonly host?: string
  /** Without user verification. */
  readonly isUnverified?: boolean
  readonly challenge?: string
  /** Its signature counter. */
  readonly counter?: number
  /** Signs with this key instead of the credential's. */
  readonly key?: KeyObject
  readonly type?: 'webauthn.create' | 'webauthn.get'
}

const USER_PRESENT = 1
const USER_VERIFIED = 4
const HAS_KEY = 64

const hash = (value: string | Buffer): Buffer => createHash('sha256').update(value).digest()

export class Authenticator {
  readonly id = randomBytes(16)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string
  #signed = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  /** `RegistrationResponseJSON` */
  made({ challenge }: { readonly challenge: string }, lie: Dishonesty = {}): unknown {
    const data = Buffer.concat([this.#authenticatorData(HAS_KEY, lie), this.#credential()])
    const object = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(data)],
      ]) as never,
    )
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', challenge, lie).toString('base64url'),
      attestationObject: Buffer.from(object).toString('base64url'),
      transports: ['internal'],
    })
  }

  /** `AuthenticationResponseJSON` */
  signed({ challenge }: { readonly challenge: string }, lie: Dishonesty = {}): unknown {
    const clientData = this.#clientData('webauthn.get', challenge, lie)
    const data = this.#authenticatorData(0, { counter: ++this.#signed, ...lie })
    const signature = createSign('SHA256')
      .update(Buffer.concat([data, hash(clientData)]))
      .sign(lie.key ?? this.#keys.privateKey)
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    })
  }

  #answer(response: Record<string, unknown>): unknown {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }

  #clientData(type: string, challenge: string, lie: Dishonesty): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: lie.type ?? type,
        challenge: lie.challenge ?? challenge,
        origin: lie.origin ?? this.#origin,
        crossOrigin: false,
      }),
    )
  }

  #authenticatorData(flags: number, lie: Dishonesty): Buffer {
    const verified = lie.isUnverified === true ? 0 : USER_VERIFIED
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(lie.counter ?? 0)
    const host = lie.host ?? new URL(this.#origin).hostname
    return Buffer.concat([hash(host), Buffer.from([flags + USER_PRESENT + verified]), counter])
  }

  /** Its id and its public key in COSE form (ES256). */
  #credential(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = isoCBOR.encode(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]) as never,
    )
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    return Buffer.concat([Buffer.alloc(16), length, this.id, Buffer.from(key)])
  }
}
