import { describe, expect, it } from 'vitest'
import type { OwnGroup } from '#features/groups/contract.ts'
import {
  type AudienceChoice,
  audienceError,
  audienceOf,
  forEverybody,
  groupChoices,
  onlyMe,
  readAudience,
  sharingOf,
} from './audience-choice.ts'

const own = (slug: string, role: OwnGroup['role'], needsApproval = false) =>
  ({ slug, name: slug.toUpperCase(), role, needsApproval }) as OwnGroup
const groups = [
  own('sales', 'writer'),
  own('legal', 'writer', true),
  own('board', 'approver', true),
  own('audit', 'writer', true),
  own('news', 'reader'),
]
const choices = groupChoices(groups)
const chosen = (...slugs: string[]): AudienceChoice => ({ who: 'groups', groups: slugs })

describe('who is to see a prompt', () => {
  it('can be a group in which the member writes, or one that reads the prompt already', () => {
    expect(choices.map(({ slug }) => slug)).toEqual(['sales', 'legal', 'board', 'audit'])
    const audience = {
      group: { slug: 'legal', name: 'LEGAL' },
      otherGroups: [{ slug: 'news', name: 'NEWS' }],
      mayEdit: true,
      needsApproval: false,
      mayDecide: true,
    }
    const current = groupChoices(groups, audience)
    expect(current.map(({ slug, waits }) => [slug, waits])).toEqual([
      ['legal', false],
      ['news', false],
      ['sales', false],
      ['board', false],
      ['audit', true],
    ])
    expect(audienceOf({ status: 'shared', audience })).toEqual(chosen('legal', 'news'))
  })

  it('is everybody for a published prompt, and its author for a draft', () => {
    expect(audienceOf({ status: 'published', audience: undefined })).toEqual(forEverybody)
    expect(audienceOf({ status: 'draft', audience: undefined })).toEqual(onlyMe)
  })

  it('waits if the group to which it belongs needs approval: the one that asks for it comes first', () => {
    expect(sharingOf(chosen('sales', 'board'), choices)).toEqual({
      group: 'sales',
      otherGroups: ['board'],
      waits: false,
    })
    expect(sharingOf(chosen('sales', 'legal'), choices)).toEqual({
      group: 'legal',
      otherGroups: ['sales'],
      waits: true,
    })
    expect(sharingOf(chosen('board'), choices)?.waits).toBe(true)
    expect(sharingOf(forEverybody, choices)).toBeNull()
  })

  it('must be a group that exists, and of those that need approval only one', () => {
    expect(audienceError(chosen(), choices)).toBe('Choose at least one group.')
    expect(audienceError(chosen('news'), choices)).toBe('Choose at least one group.')
    expect(audienceError(chosen('legal', 'audit'), choices)).toMatch(/^Choose only one of LEGAL and AUDIT/)
    expect(audienceError(chosen('legal', 'board'), choices)).toBeUndefined()
    expect(audienceError(onlyMe, choices)).toBeUndefined()
  })

  it('is read from a draft, whatever the storage holds', () => {
    expect(readAudience({ who: 'groups', groups: ['sales', 3] }, forEverybody)).toEqual(chosen('sales'))
    expect(readAudience({ who: 'self' }, forEverybody)).toEqual(onlyMe)
    for (const stored of [undefined, null, 'all', { who: 'all' }, []])
      expect(readAudience(stored, forEverybody)).toEqual(forEverybody)
  })
})
