import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { notify } from '#ui/notice.tsx'
import { saveFile } from '#ui/save-file.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

/** Lets users export their data as a file, or delete their account. */
export function AccountData({ username }: { username: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const [isExporting, setExporting] = useState(false)
  const [isDialogOpen, setDialogOpen] = useState(false)
  const download = async () => {
    setExporting(true)
    try {
      const data = await api('GET /api/user/export', { fresh: true })
      saveFile(`promptarium-${username}.json`, new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
    } catch (error) {
      notify({ title: t('The export failed'), text: (error as Error).message, isFailure: true })
    }
    setExporting(false)
  }
  return (
    <div className="grid max-w-160 gap-6">
      <div>
        <p className="mb-3">{t('Everything this site stores about you, as one JSON file.')}</p>
        <button type="button" className="btn" aria-disabled={isExporting} onClick={isExporting ? undefined : download}>
          <Icon name="download" className="icon-sm" />
          {isExporting ? t('Exporting...') : t('Export my data')}
        </button>
      </div>
      <div>
        <p className="mb-3">{t('Delete your account, your email address and your name. This can’t be undone.')}</p>
        <button type="button" className="btn btn-bad" onClick={() => setDialogOpen(true)}>
          {t('Delete my account')}
        </button>
      </div>
      {isDialogOpen && <DeleteAccountDialog username={username} onClose={() => setDialogOpen(false)} />}
    </div>
  )
}
