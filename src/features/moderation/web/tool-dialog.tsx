import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { AdminTool, ToolFields } from '#features/tools/contract.ts'
import { textsOf } from '#features/tools/fact-rules.ts'
import { type ToolType, toolTypeNames, toolTypes, valuesByFact } from '#features/tools/rules.ts'
import { findToolError } from '#features/tools/writing-rules.ts'
import { type Message, msg, t, translate } from '#lib/texts.ts'
import { Field } from '#ui/forms/field.tsx'
import { Checkbox, Select, TextArea } from '#ui/forms/form-controls.tsx'
import { FormDialog } from '#ui/forms/form-dialog.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { notify } from '#ui/notice.tsx'
import { adminCategoriesQuery } from './admin-queries.ts'
import { ToolPictures } from './tool-pictures.tsx'
import { useAdminRequest } from './use-admin-request.ts'

/** The yes-or-no fields of a tool: its facts, such as whether it is free to use, and whether it is featured. */
type Flag = { [Name in keyof ToolFields]: ToolFields[Name] extends boolean ? Name : never }[keyof ToolFields]
const flagLabels: Record<Flag, Message> = { ...valuesByFact((fact) => textsOf(fact).label), featured: msg('Featured') }
const flags = Object.keys(flagLabels) as Flag[]
/** The checkboxes that are checked in the form for a new tool. */
const newToolFlags: Partial<Record<Flag, boolean>> = { isFree: true }

const fields = [
  'name',
  'description',
  'url',
  'type',
  'category',
  'tags',
  'strengths',
  'prices',
  'pricesOn',
  ...flags,
] as const
type Values = Record<(typeof fields)[number], string>

function toBody(values: Values): ToolFields {
  const { name, description, url, type, category } = values
  const tags = values.tags.split(',').map((tag) => tag.trim().toLowerCase())
  return {
    name,
    description,
    url: url.trim(),
    type: type as ToolType,
    category,
    tags: [...new Set(tags.filter(Boolean))],
    strengths: values.strengths
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
    prices: values.prices.trim(),
    pricesOn: values.pricesOn || null,
    ...(Object.fromEntries(flags.map((flag) => [flag, values[flag] === 'on'])) as Record<Flag, boolean>),
  }
}

function check(values: Values): Partial<Values> {
  const refusal = findToolError(toBody(values))
  return refusal ? { [refusal.field]: refusal.message } : {}
}

/** The form for a new or existing tool. The tool's URL on this site never changes. */
export function ToolDialog({ tool, onClose }: { tool?: AdminTool; onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: categories } = useQuery(adminCategoriesQuery(api))
  const request = useAdminRequest()
  const { errors, isSending, form } = useCheckedForm({
    fields,
    check,
    send: async (values) => {
      const body = toBody(values)
      const refusal = await request(
        () =>
          tool
            ? api('PATCH /api/admin/tools/{id}', { params: { id: tool.id }, body })
            : api('POST /api/admin/tools', { body }),
        t('The tool was not saved'),
      )
      if (refusal) return refusal
      notify({ title: tool ? t('Saved') : t('Added'), text: body.name })
      onClose()
    },
  })
  return (
    <FormDialog
      title={tool ? t('Edit {name}', { name: tool.name }) : t('Add a tool')}
      submitLabel={tool ? t('Save') : t('Add')}
      isSending={isSending}
      form={form}
      onClose={onClose}
    >
      <Field label={t('Name')} name="name" defaultValue={tool?.name} error={errors.name} />
      <TextArea
        rows={3}
        label={t('Description')}
        name="description"
        defaultValue={tool?.description}
        error={errors.description}
      />
      <Field
        label={t('Address')}
        name="url"
        inputMode="url"
        defaultValue={tool?.url ?? 'https://'}
        error={errors.url}
      />
      <div className="grid grid-cols-2 gap-4">
        <Select label={t('Type')} name="type" defaultValue={tool?.type ?? 'text'} error={errors.type}>
          {toolTypes.map((type) => (
            <option key={type} value={type}>
              {toolTypeNames[type]}
            </option>
          ))}
        </Select>
        <Select
          key={categories ? 'loaded' : 'loading'}
          label={t('Category')}
          name="category"
          defaultValue={tool?.category.slug ?? 'general'}
          error={errors.category}
        >
          {(categories ?? []).map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <Field
        label={t('Tags')}
        name="tags"
        help={t('Separated by commas.')}
        defaultValue={tool?.tags.join(', ')}
        error={errors.tags}
      />
      <TextArea
        rows={3}
        label={t('What it is good at')}
        name="strengths"
        help={t('One thing on each line, up to six.')}
        defaultValue={tool?.strengths.join('\n')}
        error={errors.strengths}
      />
      <Field
        label={t('Prices')}
        name="prices"
        help={t('Such as “Free; Pro $20 a month”.')}
        defaultValue={tool?.prices}
        error={errors.prices}
      />
      <Field
        label={t('Prices looked up on')}
        name="pricesOn"
        type="date"
        defaultValue={tool?.pricesOn ?? undefined}
        error={errors.pricesOn}
      />
      <div className="flex flex-wrap gap-x-6">
        {flags.map((flag) => (
          <Checkbox
            key={flag}
            label={translate(flagLabels[flag])}
            name={flag}
            defaultChecked={(tool ?? newToolFlags)[flag]}
          />
        ))}
      </div>
      {tool && <ToolPictures tool={tool} />}
    </FormDialog>
  )
}
