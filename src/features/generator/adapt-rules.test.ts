import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { variablesError } from '#features/variables/variable-list-rules.ts'
import { fillPrompt, parsePrompt } from '#features/variables/variable-rules.ts'
import { adaptPrompt, type Source } from './adapt-rules.ts'

const lesson: Source = {
  title: 'Lesson plan',
  description: 'Plans a lesson minute by minute.',
  tags: ['teaching'],
  content: 'Plan {{minutes:30}} minutes on {{topic}} for {{class}}. Aim: {{aim}}. Say {{topic}} twice.',
  variables: [{ name: 'minutes', default: null, kind: 'number', min: 5 }],
  language: 'en',
}

const adapt = (source: Partial<Source>, idea: string, details = {}) =>
  adaptPrompt({ ...lesson, ...source }, { idea, ...details })

describe('an adapted prompt', () => {
  it('has what the idea states as defaults, wherever a blank is used, and leaves the other blanks open', () => {
    expect(adapt({}, 'Lesson plan for photosynthesis for 7th graders, 45 minutes')).toEqual({
      content:
        'Plan {{minutes:45}} minutes on {{topic:photosynthesis}} for {{class:7th graders}}. Aim: {{aim}}. Say {{topic:photosynthesis}} twice.',
      variables: lesson.variables,
    })
  })

  it('ends with the idea if something of it is left over, and with the details that no blank takes', () => {
    const { content } = adapt({}, 'Lesson plan about tides, with a field trip', { tone: 'Plain', language: 'French' })
    expect(content).toMatch(
      /\n\nWhat I need, also where it differs from the above: Lesson plan about tides, with a field trip\n\nTone: Plain.\nAnswer in French.$/,
    )
    expect(adapt({ language: 'de' }, 'Ein Plan').content).toMatch(/\n\nEin Plan$/)
  })

  it('ends with the idea if a value may say too much', () => {
    const idea = 'Lesson plan about the reasons why tides come twice a day, and not once'
    expect(adapt({}, idea).content).toContain('What I need')
  })

  it('has what is left over before a text that is pasted at the end', () => {
    const content = 'Turn notes into tasks.\n\nNotes:\n{{notes}}'
    expect(adapt({ content, variables: [] }, 'Notes with deadlines').content).toBe(
      'Turn notes into tasks.\n\nWhat I need, also where it differs from the above: Notes with deadlines\n\nNotes:\n{{notes}}',
    )
  })

  it('has the idea in the place of the example request of an “Act as” prompt', () => {
    const content = 'Act as a chef. My first suggestion request is "I like soup." Be brief.'
    expect(adapt({ content, variables: [] }, 'Turn "old" bread into a snack').content).toBe(
      'Act as a chef. My first suggestion request is "{{request:Turn ’old’ bread into a snack}}" Be brief.',
    )
  })

  it('has a quoted or pasted text in its only blank for a long text, if there is only one of each', () => {
    const one = { content: 'Answer this: {{message}}', variables: [] }
    expect(adapt(one, 'Reply to "Where is my parcel?"').content).toContain('{{message:Where is my parcel?}}')
    expect(adapt(one, 'Reply\n\nWhere is it?\nNow!').content).toContain('{{message:Where is it?\nNow!}}')
    expect(adapt(one, 'Reply to "Where is my parcel?" and "Where is my money?"').content).toContain('{{message}}')
    const two = { content: 'Answer {{message}} with {{notes}}', variables: [] }
    expect(adapt(two, 'Reply to "Where is my parcel?"').content).toContain('{{message}}')
  })

  it('turns a sure placeholder into a blank', () => {
    const { content } = adapt({ content: 'Write about [INSERT TOPIC].', variables: [] }, 'Essay about bees')
    expect(content).toContain('Write about {{topic:bees}}.')
  })

  it('changes nothing else, and can always be stored, for any idea', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 3, maxLength: 300 }), (idea) => {
        const { content, variables } = adapt({}, idea)
        expect(variablesError(content, variables)).toBeNull()
        const open = (text: string) => fillPrompt(parsePrompt(text.replace(/\{\{(\w+):[^{}]*\}\}/g, '{{$1}}')), {})
        expect(open(content).startsWith(open(lesson.content))).toBe(true)
      }),
    )
  })
})
