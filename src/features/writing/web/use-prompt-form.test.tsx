import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyForm, type PromptForm } from '#features/catalogue/draft-rules.ts'
import { fakeStorage } from '#test/fake-storage.ts'
import { usePromptForm } from './use-prompt-form.ts'

const key = 'prompt-draft:marta:new'
const handedOver: PromptForm = { ...emptyForm, title: 'Handed over' }
let tab: Map<string, string>
let drafts: Map<string, string>

beforeEach(() => {
  tab = fakeStorage('sessionStorage')
  drafts = fakeStorage('localStorage')
  drafts.set(key, JSON.stringify({ ...emptyForm, title: 'Saved', note: 'About the draft' }))
})
afterEach(() => vi.unstubAllGlobals())

/** Renders a form once, without its effects. */
function openForm(options?: { handedOver: PromptForm }) {
  const editors: ReturnType<typeof usePromptForm>[] = []
  function Form() {
    editors.push(usePromptForm(key, emptyForm, options))
    return null
  }
  renderToStaticMarkup(<Form />)
  return editors[0] as (typeof editors)[number]
}

describe('the form for a prompt', () => {
  it('begins with a saved draft', () => {
    expect(openForm()).toMatchObject({ form: { title: 'Saved' }, note: 'About the draft', wasRestored: true })
  })

  it('begins with the values that another page handed over, and nothing of a saved draft', () => {
    expect(openForm({ handedOver })).toMatchObject({ form: handedOver, note: '', wasRestored: false })
  })

  it('remembers who was to see the prompt, so that a reload doesn’t make it one for everybody', () => {
    expect(openForm().audience).toEqual({ who: 'everybody', groups: [] })
    const audience = { who: 'groups', groups: ['legal'] }
    drafts.set(key, JSON.stringify({ ...emptyForm, note: '', audience }))
    expect(openForm().audience).toEqual(audience)
  })

  it('forgets its draft, and that the draft was this tab’s, once the server has the values', () => {
    tab.set('draft_slot', key)
    openForm().forget()
    expect([drafts.has(key), tab.has('draft_slot')]).toEqual([false, false])
  })
})
