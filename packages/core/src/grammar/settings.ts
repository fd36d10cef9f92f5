// The settings of point 9, with a description each.

export const SETTINGS = {
  'Time zone': 'The zone in which "today" and local times are meant.',
  Language: 'The language of the interface, its dates and its numbers; everybody may choose another for themselves.',
  Currency: 'The currency of money whose field names none.',
  'Other sites may call': 'Sites whose pages may use the calls, without the user’s cookie.',
  'API description':
    'In production, the roles that read the OpenAPI document of the calls; `everybody`, or `none`, as where nothing is said.',
  'Unknown inputs': 'Inputs that a call does not name are refused or ignored.',
  'Limit headers':
    'Headers by which calls tell the uses that their limits leave: `X-RateLimit`, `X-RateLimit with seconds`, `RateLimit`.',
  'Week starts': 'The day that calendars begin with.',
  'Public address': 'The address to which links in messages lead.',
  'Brand colour': 'The colour of buttons, links and marks, such as #0a7d5c: as near to it as can be read.',
  Logo: 'A picture beside this text, in front of the name; behind a comma, another for dark pages.',
  Secrets: 'Names of values that the operator gives to the program; a text never holds the values.',
} as const

export type SettingName = keyof typeof SETTINGS

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[]
