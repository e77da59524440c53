import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { handleFormFailure } from '#client/failed-form.ts'
import { noteLimits } from '#features/claims/rules.ts'
import { t } from '#lib/texts.ts'
import { TextArea } from '#ui/forms/form-controls.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { notify } from '#ui/notice.tsx'
import { ownClaimsQuery } from './claim-queries.ts'

const fields = ['note'] as const

/** The form that asks the moderators to confirm that a credited name is the member's. */
export function ClaimForm({ name }: { name: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const check = ({ note }: { note: string }) =>
    note.trim().length < noteLimits.min ? { note: t('Use at least {min} characters', { min: noteLimits.min }) } : {}
  const send = async ({ note }: { note: string }) => {
    try {
      await api('POST /api/authors/{name}/claim', { params: { name }, body: { note } })
    } catch (error) {
      return handleFormFailure(error, { fields, title: t('Your claim was not sent') })
    }
    await queryClient.invalidateQueries({ queryKey: ownClaimsQuery(api).queryKey })
    notify({ title: t('Sent'), text: t('A moderator will decide. We’ll email you.') })
    return undefined
  }
  const { errors, isSending, form } = useCheckedForm({ fields, check, send })
  return (
    <form {...form} className="form w-full max-w-120" aria-label={t('Ask a moderator')}>
      <TextArea
        label={t('What shows that this name is yours?')}
        name="note"
        error={errors.note}
        help={t(
          'Give a link that a moderator can check, such as a page of yours that links to your page on this site.',
        )}
        rows={3}
        maxLength={noteLimits.max}
      />
      <button type="submit" className="btn btn-primary justify-self-start" aria-disabled={isSending}>
        {isSending ? t('Sending...') : t('Send')}
      </button>
    </form>
  )
}
