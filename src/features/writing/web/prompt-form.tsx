import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import type { PromptForm } from '#features/catalogue/draft-rules.ts'
import { licenseDescriptions, licenseNames } from '#features/catalogue/license-rules.ts'
import { promptLimits } from '#features/catalogue/rules.ts'
import { categoriesQuery } from '#features/catalogue/web/category-queries.ts'
import { lengthOf } from '#lib/short-text.ts'
import { t } from '#lib/texts.ts'
import { Field } from '#ui/forms/field.tsx'
import { CharacterCount, Checkbox, Select, TextArea } from '#ui/forms/form-controls.tsx'
import { CheckPrompt } from './check-prompt.tsx'
import { PromptTextField, type PromptTextHandle } from './prompt-text-field.tsx'
import { SkillFilesField } from './skill-files-field.tsx'
import { TagField } from './tag-field.tsx'
import { TitleField } from './title-field.tsx'
import type { Errors } from './use-prompt-form.ts'
import { VariableOffers } from './variable-offers.tsx'

/** The fields of the form for a prompt. `set` changes the given fields. */
export function PromptFormFields({
  form,
  errors,
  set,
  picture,
}: {
  form: PromptForm
  errors: Errors
  set: (change: Partial<PromptForm>) => void
  /** The fields for the prompt’s picture. */
  picture?: ReactNode
}) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: categories } = useSuspenseQuery(categoriesQuery(api))
  const text = useRef<PromptTextHandle>(null)
  return (
    <>
      <PromptTextField
        ref={text}
        content={form.content}
        variables={form.variables}
        error={errors.content}
        variablesError={errors.variables}
        onChange={(content) => set({ content })}
        onDescribe={({ variables, content }) => set({ variables, content })}
      />
      <VariableOffers content={form.content} onConvert={(content) => set({ content })} />
      <CheckPrompt
        content={form.content}
        onChange={(content) => set({ content })}
        onShow={(pattern) => text.current?.select(pattern)}
      />
      <TitleField title={form.title} content={form.content} error={errors.title} onChange={(title) => set({ title })} />
      <TextArea
        label={t('Description')}
        name="description"
        error={errors.description}
        help={t('Optional. What it does, in a sentence or two.')}
        aside={<CharacterCount length={lengthOf(form.description)} max={promptLimits.descriptionMax} />}
        rows={2}
        value={form.description}
        onChange={(event) => set({ description: event.target.value })}
        dir="auto"
      />
      <Select
        label={t('Category')}
        name="category"
        error={errors.category}
        value={form.category}
        onChange={(event) => set({ category: event.target.value })}
      >
        <option value="" disabled>
          {t('Choose one')}
        </option>
        {categories.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </Select>
      {picture}
      <TagField tags={form.tags} error={errors.tags} onChange={(tags) => set({ tags })} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Select
          label={t('License')}
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
          label={t('Made for models')}
          name="models"
          error={errors.models}
          help={t('Optional. Up to 3, separated by commas.')}
          value={form.models}
          onChange={(event) => set({ models: event.target.value })}
          autoComplete="off"
        />
      </div>
      <Checkbox
        name="skill"
        label={t('Offer it as a skill for AI agents, once it is published')}
        checked={form.skill}
        onChange={({ target }) => set({ skill: target.checked })}
      />
      {(form.skill || form.files.length > 0) && (
        <SkillFilesField files={form.files} error={errors.files} onChange={(files) => set({ files })} />
      )}
    </>
  )
}
