// Texts of messages with sign-in links, in the specification's language.

import type { SuppliedLanguage } from '@ninefold/core/contract/words/supplied-languages.ts'
import { buttonTo, type Letter } from '../../documents/email-html.ts'
import type { NewMessage } from '../../store/tables/outbox.ts'
import type { LinkKind } from '../../store/tables/users/sign-in-links.ts'
import type { Application } from '../context/application.ts'
import { brandOf } from '../documents/documents.ts'

export interface LinkWords {
  readonly subject: string
  readonly body: (link: string) => string
  /** Label of the button with the link. */
  readonly button: string
}

/** For an e-mail: `link` is a button in HTML, and the address in the text. */
export function linkMessage(
  application: Pick<Application, 'model' | 'logo'>,
  language: SuppliedLanguage,
  { subject, body, button }: LinkWords,
  link: string,
): Pick<NewMessage, 'subject' | 'body' | 'letter'> {
  const letter: Letter = { language, brand: brandOf(application), button: buttonTo(button, link), shown: null }
  return { subject, body: body(link), letter: JSON.stringify(letter) }
}

/** `name`: of the application; `validMs`: lifetime of the link. */
export function linkWords(language: SuppliedLanguage, said: LinkKind, name: string, validMs: number): LinkWords {
  return language === 'de' ? germanWords(said, name, validMs) : englishWords(said, name, validMs)
}

function englishWords(said: LinkKind, name: string, validMs: number): LinkWords {
  const doing = said === 'sign in' ? `sign in to ${name}` : `set a new password for ${name}`
  return {
    subject: said === 'sign in' ? `Sign in to ${name}` : `A new password for ${name}`,
    button: said === 'sign in' ? 'Sign in' : 'Set a new password',
    body: (link) =>
      `Somebody asked to ${doing} with this address.\n\nIf it was you, open this page within ${time('en', validMs)}:\n\n${link}\n\nIf it was not you, there is nothing to do: nothing has changed.\n`,
  }
}

function germanWords(said: LinkKind, name: string, validMs: number): LinkWords {
  const doing = said === 'sign in' ? `sich bei ${name} anzumelden` : `ein neues Passwort für ${name} zu setzen`
  return {
    subject: said === 'sign in' ? `Bei ${name} anmelden` : `Ein neues Passwort für ${name}`,
    button: said === 'sign in' ? 'Anmelden' : 'Neues Passwort setzen',
    body: (link) =>
      `Jemand hat mit dieser Adresse darum gebeten, ${doing}.\n\nWenn Sie das waren, öffnen Sie diese Seite (sie gilt ${time('de', validMs)}):\n\n${link}\n\nWenn Sie es nicht waren, ist nichts zu tun: Es hat sich nichts geändert.\n`,
  }
}

/** The text of an invitation. `role`: its label. */
export function invitationWords(language: SuppliedLanguage, name: string, role: string, validMs: number): LinkWords {
  if (language === 'de')
    return {
      subject: `Einladung zu ${name}`,
      button: 'Einladung öffnen',
      body: (link) =>
        `Sie sind zu ${name} eingeladen: ${role}.\n\nÖffnen Sie diese Seite, um die Einladung anzunehmen (sie gilt ${time('de', validMs)}):\n\n${link}\n\nWenn Sie nichts davon wissen, ist nichts zu tun.\n`,
    }
  return {
    subject: `Invitation to ${name}`,
    button: 'Open the invitation',
    body: (link) =>
      `You are invited to ${name} as ${role}.\n\nOpen this page within ${time('en', validMs)} to accept the invitation:\n\n${link}\n\nIf you know nothing of it, there is nothing to do.\n`,
  }
}

/** In the largest unit that divides it evenly. */
function time(language: SuppliedLanguage, milliseconds: number): string {
  const minutes = Math.max(1, Math.floor(milliseconds / 60_000))
  const units = [
    ['day', 1440],
    ['hour', 60],
    ['minute', 1],
  ] as const
  const [unit, size] = units.find(([, length]) => minutes % length === 0) ?? ['minute', 1]
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(minutes / size)
}
