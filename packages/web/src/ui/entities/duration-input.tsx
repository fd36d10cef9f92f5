// A duration: an amount and a unit. On the wire it is in milliseconds.

import { Group, NativeSelect, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { words } from '../words/words.ts'
import { sharedProps, type InputProps } from './input-props.tsx'

const UNITS = [
  { name: 'week', size: 604_800_000 },
  { name: 'day', size: 86_400_000 },
  { name: 'hour', size: 3_600_000 },
  { name: 'minute', size: 60_000 },
  { name: 'second', size: 1000 },
] as const

type UnitName = (typeof UNITS)[number]['name']

export function DurationInput(props: InputProps) {
  const milliseconds = props.value === null || props.value === '' ? null : Number(props.value)
  const [unit, setUnit] = useState<UnitName>(() => fittingUnit(milliseconds))
  const size = sizeOf(unit)
  const change = (amount: number | string, unitSize: number): void =>
    props.change(amount === '' ? null : Math.round(Number(amount) * unitSize))
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <NumberInput
        {...sharedProps(props)}
        flex={1}
        clampBehavior="none"
        value={milliseconds === null ? '' : milliseconds / size}
        onChange={(amount) => change(amount, size)}
      />
      <NativeSelect
        size="sm"
        aria-label={`${props.field.label}: ${words.entities.unit}`}
        value={unit}
        data={UNITS.toReversed().map(({ name }) => ({ value: name, label: words.entities.units[name] }))}
        onChange={(event) => {
          const chosen = event.currentTarget.value as UnitName
          setUnit(chosen)
          if (milliseconds !== null) change(milliseconds / size, sizeOf(chosen))
        }}
      />
    </Group>
  )
}

/** The largest unit that divides the duration evenly. */
function fittingUnit(milliseconds: number | null): UnitName {
  if (milliseconds === null || milliseconds === 0) return 'hour'
  return UNITS.find(({ size }) => milliseconds % size === 0)?.name ?? 'second'
}

function sizeOf(unit: UnitName): number {
  return UNITS.find(({ name }) => name === unit)?.size ?? 1000
}
