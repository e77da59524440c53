import { useRouteContext } from '@tanstack/react-router'
import { categoryLimits as limits } from '#features/catalogue/category-rules.ts'
import type { Category } from '#features/catalogue/contract.ts'
import { lineError, oneLine } from '#lib/short-text.ts'
import { t } from '#lib/texts.ts'
import { Field } from '#ui/forms/field.tsx'
import { TextArea } from '#ui/forms/form-controls.tsx'
import { FormDialog } from '#ui/forms/form-dialog.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { notify } from '#ui/notice.tsx'
import { useAdminRequest } from './use-admin-request.ts'

const fields = ['name', 'description'] as const
type Values = Record<(typeof fields)[number], string>

/** Returns the messages for the invalid fields. Line breaks count as spaces, as on the server. */
export function checkCategory({ name, description }: Values): Partial<Values> {
  const messages = {
    name: lineError(oneLine(name), 'name', { min: limits.nameMin, max: limits.nameMax }),
    description: lineError(oneLine(description), 'description', {
      min: limits.descriptionMin,
      max: limits.descriptionMax,
    }),
  }
  return {
    ...(messages.name && { name: messages.name }),
    ...(messages.description && { description: messages.description }),
  }
}

/** The form for a new or existing category. A category's URL is made from its original name and never changes. */
export function CategoryDialog({ category, onClose }: { category?: Category; onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const request = useAdminRequest()
  const { errors, isSending, form } = useCheckedForm({
    fields,
    check: checkCategory,
    send: async (body) => {
      const refusal = await request(
        () =>
          category
            ? api('PATCH /api/admin/categories/{id}', { params: { id: category.id }, body })
            : api('POST /api/admin/categories', { body }),
        t('The category was not saved'),
      )
      if (refusal) return refusal
      notify({ title: category ? t('Saved') : t('Added'), text: body.name })
      onClose()
    },
  })
  return (
    <FormDialog
      title={category ? t('Edit {name}', { name: category.name }) : t('Add a category')}
      submitLabel={category ? t('Save') : t('Add')}
      isSending={isSending}
      form={form}
      onClose={onClose}
    >
      <Field
        label={t('Name')}
        name="name"
        defaultValue={category?.name}
        error={errors.name}
        help={
          category
            ? t('Its address stays /category/{slug}.', { slug: category.slug })
            : t('The address is made from the name and never changes.')
        }
      />
      <TextArea
        rows={3}
        label={t('Description')}
        name="description"
        defaultValue={category?.description}
        error={errors.description}
      />
    </FormDialog>
  )
}
