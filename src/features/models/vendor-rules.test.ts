import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { familyOf } from './model-family-rules.ts'
import { aiVendors, familyNames } from './rules.ts'
import {
  answersPerDollar,
  apiBaseUrlOf,
  keyPageOf,
  type OfferedModel,
  openRouter,
  vendorFacts,
} from './vendor-rules.ts'

/** Returns each value that several vendors share, with the names of those vendors. */
function findShared(values: [vendor: string, value: string][]) {
  const byValue = Object.groupBy(values, ([, value]) => value)
  return Object.entries(byValue).flatMap(([value, entries = []]) =>
    entries.length > 1 ? [`${value}: ${entries.map(([vendor]) => vendor).join(', ')}`] : [],
  )
}

describe('vendors of language models', () => {
  it('have unique setting prefixes, family names and company names', () => {
    expect(findShared(aiVendors.map((vendor) => [vendor, vendorFacts[vendor].setting]))).toEqual([])
    expect(findShared(aiVendors.map((vendor) => [vendor, familyNames[vendor]]))).toEqual([])
    expect(findShared(aiVendors.map((vendor) => [vendor, vendorFacts[vendor].company]))).toEqual([])
  })

  it('have family names with different initials, which tested-models.tsx shows', () => {
    expect(findShared(aiVendors.map((vendor) => [vendor, familyNames[vendor].charAt(0)]))).toEqual([])
  })

  it('offer models with unique ids', () => {
    const ids = aiVendors.flatMap((vendor) =>
      (vendorFacts[vendor].models as readonly OfferedModel[]).map(({ id }): [string, string] => [vendor, id]),
    )
    expect(findShared(ids)).toEqual([])
  })

  it('are recognized by their family name and by the ids of their models: `namePattern` in vendor-rules.ts', () => {
    const names = aiVendors.flatMap((vendor) => {
      const { models } = vendorFacts[vendor]
      return [familyNames[vendor], ...models.map(({ id }) => id)].map((name) => [name, familyNames[vendor]])
    })
    expect(names.map(([name = '']) => [name, familyOf(name)])).toEqual(names)
    const matching = aiVendors.map((vendor) =>
      aiVendors.filter((one) => vendorFacts[one].namePattern.test(familyNames[vendor])),
    )
    expect(matching).toEqual(aiVendors.map((vendor) => [vendor]))
  })

  it('have an https address with a version, unless the SDK or the operator provides it', () => {
    const addresses = aiVendors.flatMap((vendor) => apiBaseUrlOf(vendor) ?? [])
    expect(addresses.filter((address) => !/^https:\/\/[^/]+\/.*v\d+[^/]*$/.test(address))).toEqual([])
  })

  it.each([
    ['key page', keyPageOf, openRouter.keyPage],
    ['API address', apiBaseUrlOf, openRouter.baseUrl],
  ])('have their %s on a host that no other vendor uses', (_what, addressOf, openRouterAddress) => {
    const addresses = aiVendors.map((vendor) => [vendor, addressOf(vendor)] as const)
    const hosts = [...addresses, ['openRouter', openRouterAddress] as const].flatMap(
      ([vendor, address]): [string, string][] => (address ? [[vendor, new URL(address).host]] : []),
    )
    expect(findShared(hosts), 'an address was copied from another vendor').toEqual([])
  })

  it('have a bundled mark', () => {
    expect(aiVendors.filter((vendor) => !existsSync(`public/marks/${vendorFacts[vendor].mark}.svg`))).toEqual([])
  })
})

it('answers for a dollar have a prompt of 1,000 tokens and 700 tokens of their own', () => {
  expect(Math.round(answersPerDollar({ input: 1, output: 5 }))).toBe(222)
})
