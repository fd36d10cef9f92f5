// Point 9 → settings, and what the constants that catalogue.ts has typed are good for.

import { diagnostic } from '../diagnostic/diagnostic.ts'
import type { LimitDraft } from '../draft/limits.ts'
import type { LimitsModel } from '../model/limits.ts'
import type { Written } from '../text/source.ts'
import { shownOrAssumed } from './amounts.ts'
import { knownCalls, nearestCall } from './call-names.ts'
import { report, reportAbsence, type Checking } from './checking.ts'
import { resolveCode } from './resolve.ts'

/** Settings that have an effect; others of the language are not supported yet. */
const LATER_SETTINGS = ['currency', 'other sites may call', 'week starts', 'public address']

export function checkLimits(checking: Checking): LimitsModel {
  warnAboutUnused(checking)
  for (const limit of checking.draft.limits.limits) checkLimit(checking, limit)
  let timeZone = 'UTC'
  let language = 'en'
  for (const { name, value } of checking.draft.limits.settings) {
    const setting = name.text.toLowerCase()
    const text = shownOrAssumed(value.text)
    if (setting === 'time zone') timeZone = text === null ? timeZone : checkTimeZone(checking, value, text)
    else if (setting === 'language') language = text === null ? language : checkLanguage(checking, value, text)
    else if (LATER_SETTINGS.includes(setting))
      report(checking, diagnostic('N012', name.span, `The setting "${name.text}" is`))
    else
      report(
        checking,
        diagnostic('N002', name.span, 'setting', name.text).suggesting(name.text, [
          'Time zone',
          'Language',
          'Currency',
          'Other sites may call',
          'Week starts',
          'Public address',
        ]),
      )
  }
  return { timeZone, language, constants: checking.constants, lookups: checking.lookups }
}

/** The shape of an IANA name. Whether the world knows it, the machine that runs it can say. */
function checkTimeZone(checking: Checking, written: Written, text: string): string {
  if (/^(UTC|[A-Z][A-Za-z_]+(\/[A-Za-z0-9_+-]+){1,2})$/.test(text)) return text
  report(
    checking,
    diagnostic('N011', written.span, `"${text}" is no time zone.`).withHint('Write a name like Europe/Berlin, or UTC.'),
  )
  return 'UTC'
}

function checkLanguage(checking: Checking, written: Written, text: string): string {
  if (/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(text)) return text
  report(
    checking,
    diagnostic('N011', written.span, `"${text}" is no language tag.`).withHint('Write a tag like en, de or pt-BR.'),
  )
  return 'en'
}

function warnAboutUnused(checking: Checking): void {
  const { constants, lookups, mentioned } = checking.names
  for (const { name } of [...constants.values(), ...lookups.values()]) {
    if (!mentioned.has(name.text)) reportAbsence(checking, name.text, diagnostic('N901', name.span, name.text))
  }
}

function checkLimit(checking: Checking, draft: LimitDraft): void {
  report(checking, diagnostic('N012', draft.name.span, 'Limits on how often a call is used are'))
  if (draft.otherwise.text !== '') resolveCode(checking, draft.otherwise, null)
  const call = draft.on.text.replaceAll('`', '').trim()
  if (/^[A-Z]+ \//.test(call)) {
    if (knownCalls(checking).has(call)) return
    report(checking, diagnostic('N905', draft.on.span, call).withHint(nearestCall(checking, call)))
  } else if (!checking.entities.has(call)) {
    report(checking, diagnostic('N301', draft.on.span, call).suggesting(call, checking.entities.keys()))
  }
}
