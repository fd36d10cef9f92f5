// The settings of point 9 → settings of the whole product.

import { diagnostic, type Diagnostic, type Sentence } from '../../diagnostic/diagnostic.ts'
import type { LimitsDraft } from '../../draft/limits.ts'
import { SETTING_NAMES, type SettingName } from '../../grammar/settings.ts'
import { CURRENCIES, currencyPlaces } from '../../model/currencies.ts'
import { LIMIT_HEADERS, type LimitHeaders, WEEKDAYS, type Settings } from '../../model/limits.ts'
import { TIME_ZONES } from '../../model/time/time-zones.ts'
import { entriesOf } from '../expressions/part-of-written.ts'
import type { Written } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'
import { isPlainRole } from '../names/resolve.ts'
import { SECRETS_HINT } from './constants.ts'

type Check = (checking: Checking, value: Written) => Partial<Settings>

/** By the setting's name, in lower case. A value that cannot be parsed counts as not shown. */
const CHECKS: Readonly<Record<Lowercase<SettingName>, Check>> = {
  'time zone': checkTimeZone,
  language: checkLanguage,
  currency: checkCurrency,
  'other sites may call': checkOtherSites,
  'api description': checkApiDescription,
  'unknown inputs': checkUnknownInputs,
  'limit headers': checkLimitHeaders,
  'week starts': checkWeekStarts,
  'public address': checkPublicAddress,
  'brand colour': checkBrandColour,
  logo: checkLogo,
  secrets: checkSecrets,
}

const NOT_SHOWN: Settings = {
  timeZone: 'UTC',
  language: 'en',
  isLanguageStated: false,
  currency: null,
  otherSites: 'none',
  apiDescription: 'none',
  unknownInputs: 'refused',
  limitHeaders: [],
  weekStarts: null,
  publicAddress: null,
  brandColour: null,
  logo: null,
  secrets: [],
}

export function checkSettings(checking: Checking): Settings {
  const first = new Map<string, Written>()
  let settings = NOT_SHOWN
  for (const { name, value } of checking.draft.limits.settings) {
    const key = name.text.toLowerCase()
    const check = Object.hasOwn(CHECKS, key) ? CHECKS[key as keyof typeof CHECKS] : undefined
    const earlier = first.get(key)
    if (check === undefined)
      report(checking, diagnostic('N002', name.span, 'setting', name.text).suggesting(name.text, SETTING_NAMES))
    else if (earlier !== undefined)
      report(checking, diagnostic('N008', name.span, 'a setting', name.text).because(earlier.span, 'First given here.'))
    else if (value !== null && !isLeftOut(key, value)) settings = { ...settings, ...check(checking, value) }
    first.set(key, earlier ?? name)
  }
  return settings
}

/** Time zone and language are always needed; all other settings are optional. */
function isLeftOut(key: string, value: Written): boolean {
  return /^(?:none|out of scope)\b/i.test(value.text) && key !== 'time zone' && key !== 'language'
}

function refuse(checking: Checking, written: Written, hint: string, ...words: Sentence<'N011'>): Partial<Settings> {
  report(checking, diagnostic('N011', written.span, ...words).withHint(hint))
  return {}
}

function checkTimeZone(checking: Checking, value: Written): Partial<Settings> {
  if (TIME_ZONES.has(value.text)) return { timeZone: value.text }
  report(
    checking,
    diagnostic('N011', value.span, 'no time zone', value.text)
      .withHint('Write a name of the IANA list like Europe/Berlin, or UTC.')
      .suggesting(value.text, TIME_ZONES),
  )
  return {}
}

function checkLanguage(checking: Checking, value: Written): Partial<Settings> {
  if (/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(value.text)) return { language: value.text, isLanguageStated: true }
  return refuse(checking, value, 'Write a tag like en, de or pt-BR.', 'no language tag', value.text)
}

function checkCurrency(checking: Checking, value: Written): Partial<Settings> {
  if (currencyPlaces(value.text) !== null) return { currency: { code: value.text, span: value.span } }
  report(checking, unknownCurrency(value))
  return {}
}

export function unknownCurrency({ text, span }: Written): Diagnostic {
  return diagnostic('N011', span, 'no currency', text)
    .withHint('Write its three letters, such as EUR or USD.')
    .suggesting(text, CURRENCIES)
}

/** The currency before anything is checked, because types of fields need it. */
export function statedCurrency({ settings }: LimitsDraft): string | null {
  const stated = settings.find(({ name }) => name.text.toLowerCase() === 'currency')?.value?.text ?? ''
  return currencyPlaces(stated) === null ? null : stated
}

/** The names of secrets, with which messages are signed. Null: not shown. */
export function statedSecrets({ settings }: LimitsDraft): string[] | null {
  const stated = settings.find(({ name }) => name.text.toLowerCase() === 'secrets')
  if (stated === undefined) return []
  return stated.value === null ? null : entriesOf(stated.value).map(({ text }) => text)
}

const ORIGIN = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?$/i

function checkOtherSites(checking: Checking, value: Written): Partial<Settings> {
  if (value.text === 'any') return { otherSites: 'any' }
  const sites = entriesOf(value)
  for (const site of sites) {
    if (ORIGIN.test(site.text)) continue
    const hint = 'Write none, any, or addresses such as https://shop.example, separated by commas.'
    return refuse(checking, site, hint, 'no address of a site', site.text)
  }
  return { otherSites: sites.map(({ text }) => text.toLowerCase()) }
}

/** Plain roles only, because the document is not about a record. */
function checkApiDescription(checking: Checking, value: Written): Partial<Settings> {
  if (value.text === 'everybody') return { apiDescription: 'everybody' }
  if (checking.names.areRolesNotShown) return {}
  const roles = entriesOf(value).filter((role) => isPlainRole(checking, role))
  return roles.length === 0 ? {} : { apiDescription: roles.map(({ text }) => text) }
}

function checkUnknownInputs(checking: Checking, value: Written): Partial<Settings> {
  if (value.text === 'refused' || value.text === 'ignored') return { unknownInputs: value.text }
  return refuse(checking, value, 'Write refused or ignored.', 'nothing that becomes of them', value.text)
}

function checkLimitHeaders(checking: Checking, value: Written): Partial<Settings> {
  if (value.text === 'none') return {}
  const hint = `Write ${LIMIT_HEADERS.join(', ')}, separated by commas, or none.`
  const found: LimitHeaders[] = []
  for (const { text, span } of entriesOf(value)) {
    const headers = LIMIT_HEADERS.find((each) => each.toLowerCase() === text.toLowerCase())
    // Both forms of X-RateLimit have the same names.
    const isSecond = found.some((each) => each.split(' ')[0] === headers?.split(' ')[0])
    if (headers === undefined || isSecond) return refuse(checking, { text, span }, hint, 'no headers of a limit', text)
    found.push(headers)
  }
  return { limitHeaders: found }
}

function checkWeekStarts(checking: Checking, value: Written): Partial<Settings> {
  const day = WEEKDAYS.find((weekday) => weekday.toLowerCase() === value.text.toLowerCase())
  if (day !== undefined) return { weekStarts: { day, span: value.span } }
  const told = diagnostic('N011', value.span, 'no weekday', value.text)
  report(checking, told.withHint('Write Monday, Saturday or Sunday.').suggesting(value.text, WEEKDAYS))
  return {}
}

function checkPublicAddress(checking: Checking, value: Written): Partial<Settings> {
  const origin = value.text.replace(/\/$/, '')
  if (ORIGIN.test(origin)) return { publicAddress: { origin, span: value.span } }
  const hint = 'Write it as https://help.example.com, without a path.'
  return refuse(checking, value, hint, 'no address of a browser', value.text)
}

function checkBrandColour(checking: Checking, value: Written): Partial<Settings> {
  if (/^#[0-9a-f]{6}$/i.test(value.text)) return { brandColour: { colour: value.text.toLowerCase(), span: value.span } }
  const hint = 'Write # and six digits from 0 to f, such as #0a7d5c.'
  report(checking, diagnostic('N909', value.span, value.text).withHint(hint))
  return {}
}

/** A path below the specification's folder, without `..` and hidden names. */
const PICTURE = /^(?:[\p{L}\p{N}_][\p{L}\p{N}_ .-]*\/)*[\p{L}\p{N}_][\p{L}\p{N}_ .-]*\.(?:svg|png|jpe?g|webp)$/iu
const PICTURE_LENGTH_MAX = 200

function checkLogo(checking: Checking, value: Written): Partial<Settings> {
  const [file, inDark, ...more] = entriesOf(value)
  const wrong = [file, inDark].find(
    (each) => each !== undefined && (!PICTURE.test(each.text) || each.text.length > PICTURE_LENGTH_MAX),
  )
  if (file !== undefined && wrong === undefined && more.length === 0)
    return { logo: { file: file.text, inDark: inDark?.text ?? null, span: value.span } }
  const { text, span } = wrong ?? more[0] ?? value
  const why: Sentence<'N910'> = wrong === undefined && more.length > 0 ? ['several pictures'] : ['no picture', text]
  const hint =
    'Write the name of a file in the same folder, such as logo.svg or logo.png; behind a comma, the one for dark pages.'
  report(checking, diagnostic('N910', span, ...why).withHint(hint))
  return {}
}

function checkSecrets(checking: Checking, value: Written): Partial<Settings> {
  const secrets = entriesOf(value).flatMap((entry) => {
    if (/^[A-Za-z_]\w*$/.test(entry.text)) return [{ name: entry.text, span: entry.span }]
    const [name = ''] = entry.text.split(/[\s=:]/)
    report(checking, diagnostic('N907', entry.span, name).withHint(`Write ${SECRETS_HINT}`))
    return []
  })
  return { secrets }
}
