import { compile } from '@ninefold/core/compile.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { expect, it } from 'vitest'
import { refuseMissingProviders, unconfiguredProviders } from './identity-providers.ts'
import { refuseMissingSettings } from './settings-at-start.ts'

function modelWith(limits: string): Model {
  const { model } = compile(`# Library

## 3. Entities and their fields

### Entity: User

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| email | email | required, unique | | |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** OpenID Company
- **Session:** cookie, ends 1 day after last use

### OpenID provider: Company

- **Issuer:** COMPANY_ISSUER
- **Client:** COMPANY_CLIENT COMPANY_SECRET
- **Sign up:** open, gives Reader

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Reader | | by signing up |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Reader | see | User | | all |

## 9. Business constants and limits
${limits}`)
  if (model === null) throw new Error('The text has errors.')
  return model
}

const WHOLE = { COMPANY_ISSUER: 'https://login.example.com/tenant', COMPANY_CLIENT: 'a', COMPANY_SECRET: 'b' }

it('are refused at the start without their variables, and with an issuer that others could stand in for', () => {
  const model = modelWith('')
  const start = (environment: Readonly<Record<string, string>>): void =>
    refuseMissingProviders(model, 'app.md', environment)
  expect(() => start(WHOLE)).not.toThrow()
  expect(() => start({})).toThrow('Company needs COMPANY_ISSUER, COMPANY_CLIENT, COMPANY_SECRET')
  expect(() => start({ ...WHOLE, COMPANY_SECRET: '' })).toThrow('Company needs COMPANY_SECRET.')
  for (const issuer of [
    'http://login.example.com',
    'login.example.com',
    'https://login.example.com?x=1',
    'https://a:b@login.example.com',
    'javascript:alert(1)',
  ])
    expect(() => start({ ...WHOLE, COMPANY_ISSUER: issuer }), issuer).toThrow('COMPANY_ISSUER, the issuer of OpenID')
})

it('need an address to send people back to', () => {
  expect(() => refuseMissingSettings(modelWith(''), 'app.md', {})).toThrow('State the setting "Public address"')
  const stated = '\n| Setting | Value |\n| --- | --- |\n| Public address | https://library.example.com |\n'
  expect(() => refuseMissingSettings(modelWith(stated), 'app.md', {})).not.toThrow()
})

it('are told of to an author as long as they are not configured', () => {
  expect(unconfiguredProviders(modelWith(''), { COMPANY_ISSUER: 'x' })).toEqual([
    'OpenID Company is not set up yet: set COMPANY_CLIENT, COMPANY_SECRET.',
  ])
  expect(unconfiguredProviders(modelWith(''), WHOLE)).toEqual([])
})
