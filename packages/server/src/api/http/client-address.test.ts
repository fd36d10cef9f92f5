import { expect, it } from 'vitest'
import { countedAddress } from './client-address.ts'

it('counts an IPv4 address as it is, however it is written', () => {
  expect(countedAddress('203.0.113.7')).toBe('203.0.113.7')
  expect(countedAddress('::ffff:203.0.113.7')).toBe('203.0.113.7')
  // The address of a closed connection.
  expect(countedAddress(undefined)).toBe('')
})

it('counts all addresses of one IPv6 network together, and others apart', () => {
  const counted = countedAddress('2001:db8:0:7::1')
  expect(counted).toBe('2001:db8:0:7')
  expect(countedAddress('2001:db8:0:7:ffff:ffff:ffff:ffff')).toBe(counted)
  expect(countedAddress('2001:0DB8:0000:0007:0:0:0:2')).toBe(counted)
  expect(countedAddress('2001:db8:0:8::1')).not.toBe(counted)
  expect(countedAddress('fe80::1%eth0')).toBe('fe80:0:0:0')
  expect(countedAddress('::1')).toBe('0:0:0:0')
})
