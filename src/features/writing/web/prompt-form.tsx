import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { PromptForm } from '#features/catalogue/draft-rules.ts'
import { licenseDescriptions, licenseNames } from '#features/catalogue/license-rules.ts'
import { promptLimits } from '#features/catalogue/rules.ts'
import { categoriesQuery } from '#features/catalogue/web/category-queries.ts'
import { withBlank } from '#features/writing/blank-addition-rules.ts'
import { lengthOf } from '#lib/short-text.ts'
import { Field } from '#ui/field.tsx'
import { CharacterCount, Select, TextArea } from '#ui/form-controls.tsx'
import { Icon } from '#ui/icon.tsx'
import { CheckPrompt } from './check-prompt.tsx'
import { TagField } from './tag-field.tsx'
import { TitleField } from './title-field.tsx'
import type { Errors } from './use-prompt-form.ts'
import { VariableFields } from './variable-fields.tsx'
import { VariableOffers } from './variable-offers.tsx'

/** The fields of the form for a prompt. `set` changes the given fields. */
export function PromptFormFields({
  form,
  errors,
  set,
}: {
  form: PromptForm
  errors: Errors
  set: (change: Partial<PromptForm>) => void
}) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: categories } = useSuspenseQuery(categoriesQuery(api))
  const { descriptionMax, contentMax } = promptLimits
  return (
    <>
      <TextArea
        label="Prompt"
        name="content"
        error={errors.content}
        help={
          <>
            Put <code>{'{{name}}'}</code> where people fill something in. <code>{'{{name:Anna}}'}</code> starts with
            Anna.
          </>
        }
        aside={<CharacterCount length={lengthOf(form.content)} max={contentMax} />}
        className="min-h-80 max-md:min-h-56 resize-y font-mono text-[0.9375rem] leading-relaxed"
        value={form.content}
        onChange={(event) => set({ content: event.target.value })}
        dir="auto"
        spellCheck
      />
      <VariableFields
        content={form.content}
        variables={form.variables}
        error={errors.variables}
        onChange={(variables, content) => set({ variables, content })}
      />
      <VariableOffers content={form.content} onConvert={(content) => set({ content })} />
      <CheckPrompt content={form.content} onChange={(content) => set({ content })}>
        <AddBlank onChange={(content) => set({ content })} />
      </CheckPrompt>
      <TitleField title={form.title} content={form.content} error={errors.title} onChange={(title) => set({ title })} />
      <TextArea
        label="Description"
        name="description"
        error={errors.description}
        help="Optional. What it does, in a sentence or two."
        aside={<CharacterCount length={lengthOf(form.description)} max={descriptionMax} />}
        rows={2}
        value={form.description}
        onChange={(event) => set({ description: event.target.value })}
        dir="auto"
      />
      <Select
        label="Category"
        name="category"
        error={errors.category}
        value={form.category}
        onChange={(event) => set({ category: event.target.value })}
      >
        <option value="" disabled>
          Choose one
        </option>
        {categories.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </Select>
      <TagField tags={form.tags} error={errors.tags} onChange={(tags) => set({ tags })} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Select
          label="License"
          name="licence"
          error={errors.licence}
          help={licenseDescriptions[form.licence]}
          value={form.licence}
          onChange={(event) => set({ licence: event.target.value as PromptForm['licence'] })}
        >
          {Object.entries(licenseNames).map(([licence, name]) => (
            <option key={licence} value={licence}>
              {name}
            </option>
          ))}
        </Select>
        <Field
          label="Made for models"
          name="models"
          error={errors.models}
          help="Optional. Up to 3, separated by commas."
          value={form.models}
          onChange={(event) => set({ models: event.target.value })}
          autoComplete="off"
        />
      </div>
    </>
  )
}

/**
 * The button that adds a blank to the prompt's text, at the cursor or around the selected text, and selects the blank's
 * name.
 */
function AddBlank({ onChange }: { onChange: (content: string) => void }) {
  const add = () => {
    const field = document.querySelector<HTMLTextAreaElement>('textarea[name="content"]')
    if (!field) return
    const { content, from, to } = withBlank(field.value, field.selectionStart, field.selectionEnd)
    onChange(content)
    field.focus()
    // The field has the new text only after React has rendered it.
    requestAnimationFrame(() => field.setSelectionRange(from, to))
  }
  return (
    <button type="button" className="btn" onClick={add}>
      <Icon name="plus" className="icon-sm" />
      Add a blank
    </button>
  )
}
