import { useState } from 'react'
import type { Passkey } from '#features/passkeys/contract.ts'
import { t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { Icon } from '#ui/icon.tsx'
import { ListRow } from '#ui/lists/list-row.tsx'
import { rich } from '#ui/rich.ts'
import { RemovePasskeyDialog } from './remove-passkey-dialog.tsx'

type Props = { passkeys: Passkey[]; username: string; onRemoved: () => void }

/** Lists the member's passkeys, each with a button that removes it. */
export function PasskeyList({ passkeys, username, onRemoved }: Props) {
  const [passkeyToRemove, setPasskeyToRemove] = useState<Passkey | null>(null)
  return (
    <>
      <ul className="border-hair border-t">
        {passkeys.map((passkey) => (
          <ListRow
            key={passkey.id}
            icon={<Icon name="shield" />}
            action={
              <button type="button" className="btn" onClick={() => setPasskeyToRemove(passkey)}>
                {rich('Remove{hidden}', { hidden: <span className="sr-only"> {passkey.name}</span> })}
              </button>
            }
          >
            <b className="block break-words">{passkey.name}</b>
            <span className="text-ink-2 text-small">
              {passkey.lastUsedAt
                ? t('Since {date}, last used {lastDate}', {
                    date: usDate(passkey.createdAt),
                    lastDate: usDate(passkey.lastUsedAt),
                  })
                : t('Since {date}, not used yet', { date: usDate(passkey.createdAt) })}
            </span>
          </ListRow>
        ))}
      </ul>
      {passkeyToRemove && (
        <RemovePasskeyDialog
          passkey={passkeyToRemove}
          username={username}
          onRemoved={onRemoved}
          onClose={() => setPasskeyToRemove(null)}
        />
      )}
    </>
  )
}
