import { describe, expect, it } from 'vitest'
import type { Variable } from '#features/variables/contract.ts'
import {
  describedBlank,
  nameError,
  renameBlank,
  withBlank,
  withDefault,
  withDescription,
  withKind,
} from './blank-change-rules.ts'

const days: Variable = { name: 'days', kind: 'number', default: null, min: 1 }

describe('a new blank', () => {
  it('replaces the selected text, which becomes its default without braces', () => {
    expect(withBlank('A poem for .', 11, 11)).toEqual(['A poem for {{name}}.', 0])
    expect(withBlank('A poem for Anna.', 11, 15, 'Anna')).toEqual(['A poem for {{name:Anna}}.', 0])
    expect(withBlank('{{a}} {b} c', 6, 9, '{b}')).toEqual(['{{a}} {{name:b}} c', 1])
  })
  it('gets a name that the text doesn’t use yet', () => {
    expect(withBlank('{{name}} ', 9, 9)[0]).toBe('{{name}} {{name 2}}')
  })
})

describe('a renamed blank', () => {
  it('is renamed in all its uses, with their defaults, and keeps its description', () => {
    const text = { content: String.raw`{{days:3}} of {{days}}, \{{days}}`, variables: [days] }
    expect(renameBlank(text, 'days', 'nights')).toEqual({
      content: String.raw`{{nights:3}} of {{nights}}, \{{days}}`,
      variables: [{ ...days, name: 'nights' }],
    })
  })
  it('becomes another use of a blank that has the new name', () => {
    const text = { content: '{{days}} {{name}}', variables: [days, { ...days, name: 'name', min: 2 }] }
    expect(renameBlank(text, 'name', 'days')).toEqual({ content: '{{days}} {{days}}', variables: [days] })
  })
  it.each(['', '1', 'a:b', 'a}', '#if', 'x'.repeat(41), ' a'])('can’t be called %j', (name) => {
    expect(nameError(name)).not.toBeNull()
  })
  it.each(['a', 'größe', '首都', 'a b-c_1'])('can be called %j', (name) => {
    expect(nameError(name)).toBeNull()
  })
})

describe('the default of a blank', () => {
  it('is in the text once, without braces', () => {
    expect(withDefault('{{a}} {{a:x}} {{b:y}}', 'a', '{z}')).toBe('{{a:z}} {{a}} {{b:y}}')
    expect(withDefault('{{a:x}} {{a:y}}', 'a', '')).toBe('{{a}} {{a}}')
  })
  it('is in the text without a kind, and in the list with one', () => {
    const text = { content: 'in {{city}}', variables: [] }
    const city = describedBlank(text, 'city')
    expect(withDescription(text, { ...city, default: 'Lisbon' })).toEqual({
      content: 'in {{city:Lisbon}}',
      variables: [],
    })
    expect(withDescription(text, { ...city, label: 'City', default: 'Lisbon' })).toEqual({
      content: 'in {{city}}',
      variables: [{ name: 'city', kind: 'text', label: 'City', default: 'Lisbon' }],
    })
  })
  it('is the one in the text, if the text has one', () => {
    const text = { content: '{{days:3}}', variables: [{ ...days, default: '5' }] }
    expect(describedBlank(text, 'days').default).toBe('3')
  })
  it('stays in the text until it is changed', () => {
    const text = { content: 'in {{city:Lisbon}}', variables: [] }
    const described = withDescription(text, { ...describedBlank(text, 'city'), help: 'Where?' })
    expect(described.content).toBe('in {{city:Lisbon}}')
    expect(described.variables).toEqual([{ name: 'city', kind: 'text', help: 'Where?', default: null }])
    expect(withDescription(described, { ...describedBlank(described, 'city'), default: 'Porto' })).toMatchObject({
      content: 'in {{city}}',
      variables: [{ default: 'Porto' }],
    })
  })
})

describe('the kind of a blank', () => {
  it('a text without a description isn’t listed', () => {
    const text = { content: '{{days}}', variables: [days] }
    expect(withDescription(text, withKind(days, 'text')).variables).toEqual([])
  })
  it('what only the old kind has is dropped', () => {
    expect(withKind({ ...days, default: '3', label: 'Days' }, 'date')).toEqual({
      name: 'days',
      kind: 'date',
      label: 'Days',
      default: null,
    })
  })
  it('the default of a text becomes the first option', () => {
    expect(withKind({ name: 'tone', default: 'warm' }, 'choice')).toMatchObject({ options: ['warm'], default: 'warm' })
  })
})
