import { type ReactNode, useState } from 'react'
import { t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { hidden } from '#ui/hidden-text.tsx'
import { notify } from '#ui/notice.tsx'
import { rich } from '#ui/rich.ts'
import { SecretValue } from './secret-value.tsx'

type Props = {
  /** What the address is for. */
  children: ReactNode
  /** The label of a new address, what the address is of, such as “your feed”, and the label of the button for the first. */
  label: string
  of: string
  createLabel: string
  /** When the address was created, or null if there is none. */
  since: string | null
  /** Creates a new address and returns it. */
  create: () => Promise<string>
  revoke: () => Promise<unknown>
  /** Called after a change, also after a failure. */
  onChanged: () => void
}

/** Creates, replaces and revokes a member's secret address, which is shown once. */
export function SecretAddress({ children, label, of, createLabel, since, create, revoke, onChanged }: Props) {
  const [url, setUrl] = useState<string | null>(null)
  const attempt = async (act: () => Promise<unknown>) => {
    try {
      await act()
    } catch (error) {
      notify({ title: t('Not saved'), text: (error as Error).message, isFailure: true })
    }
    onChanged()
  }
  const replace = () => attempt(async () => setUrl(await create()))
  const end = () =>
    attempt(async () => {
      await revoke()
      setUrl(null)
      notify({ title: t('Address revoked') })
    })
  return (
    <>
      <p className="text-ink-2">
        {children} {since && !url && t('There has been an address since {date}.', { date: usDate(since) })}
      </p>
      {url && <SecretValue label={label} value={url} onClose={() => setUrl(null)} />}
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn" onClick={replace}>
          {since ? rich('New address<hidden> of {of}</hidden>', { of, hidden }) : createLabel}
        </button>
        {since && (
          <button type="button" className="btn" onClick={end}>
            {rich('Revoke<hidden> the address of {of}</hidden>', { of, hidden })}
          </button>
        )}
      </div>
    </>
  )
}
