// A time zone and times of day → a specification with every kind of timed event: schedules, and each kind of clock. Its
// records say which steps ran, and when.

export interface TimesOfDay {
  readonly zone: string
  /** `02:30`. */
  readonly daily: string
  readonly weekly: string
  readonly monthly: string
  readonly morning: string
}

export const DAY_OF_MONTH = 31

export function clocksText({ zone, daily, weekly, monthly, morning }: TimesOfDay): string {
  return `# Watches

## 3. Entities and their fields

### Entity: Watch

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| dueOn | date | required | | |
| dueAt | date and time | required | | |
| mornings | whole number | required | 0 | |
| passed | whole number | required | 0 | |
| struck | whole number | required | 0 | |
| aged | whole number | required | 0 | |
| ripened | whole number | required | 0 | |
| status | state | | | |

### Entity: Mark

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 40 | required | | |
| at | date and time | required | | |

## 4. States and transitions

### States of Watch.status

| State | Means | Kind |
| --- | --- | --- |
| on | it runs | initial |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| greet | on | on | the clock | | set mornings to \`mornings + 1\` |
| pass | on | on | the clock | | set passed to \`passed + 1\` |
| strike | on | on | the clock | | set struck to \`struck + 1\` |
| age | on | on | the clock | | set aged to \`aged + 1\` |
| ripen | on | on | the clock | | set ripened to \`ripened + 1\` |

| Clock | Does | Runs |
| --- | --- | --- |
| morning | greet | every day at ${morning} |
| passing | pass | when \`dueOn\` passes |
| striking | strike | when \`dueAt\` passes |
| aging | age | \`aDay\` after entering on, once |
| ripening | ripen | \`aMonth\` after entering on, once |

## 7. The calls it makes

### Schedule: daily

- **Runs:** every day at ${daily}

1. record Mark with name = \`"daily"\`, at = \`now\`

### Schedule: weekly

- **Runs:** every monday, saturday at ${weekly}

1. record Mark with name = \`"weekly"\`, at = \`now\`

### Schedule: monthly

- **Runs:** every month on day ${DAY_OF_MONTH} at ${monthly}

1. record Mark with name = \`"monthly"\`, at = \`now\`

### Schedule: often

- **Runs:** every 20 minutes

1. record Mark with name = \`"often"\`, at = \`now\`

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | ${zone} |

| Constant | Value | Used for |
| --- | --- | --- |
| aDay | 1 day | clocks |
| aMonth | 1 month | clocks |
`
}
