import type { ComponentProps } from 'react'
import { FormDialog } from './form-dialog.tsx'
import { useCheckedForm } from './use-checked-form.ts'

type Props = Pick<ComponentProps<typeof FormDialog>, 'title' | 'lead' | 'submitLabel' | 'pendingLabel' | 'onClose'> & {
  /** Does what was confirmed, reports how it went, and closes the dialog or leaves it open for another try. */
  onConfirm: () => Promise<unknown>
}

/** Asks for confirmation before something is taken away. */
export function ConfirmDialog({ onConfirm, ...texts }: Props) {
  const { isSending, form } = useCheckedForm({
    fields: [],
    check: () => ({}),
    send: async () => {
      await onConfirm()
      return undefined
    },
  })
  return (
    <FormDialog {...texts} destructive isSending={isSending} form={form}>
      {null}
    </FormDialog>
  )
}
