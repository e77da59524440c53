import { expect, it } from 'vitest'
import { contract } from '#contract'
import { commonErrors } from './http-contract.ts'

it('every endpoint lists the errors that every endpoint may return', () => {
  const incomplete = Object.entries(contract).filter(
    ([, { responses }]) => !Object.keys(commonErrors).every((status) => Object.hasOwn(responses, status)),
  )
  expect(
    incomplete.map(([name]) => name),
    'use noContent, ok or created of http-contract.ts',
  ).toEqual([])
})
