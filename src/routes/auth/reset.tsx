import { createFileRoute } from '@tanstack/react-router'
import { ResetPage } from '#features/accounts/web/reset-page.tsx'
import { t } from '#lib/texts.ts'
import { secretHead } from '../-slots/-secret-head.ts'

export const Route = createFileRoute('/auth/reset')({
  head: () => secretHead(t('Choose a new password')),
  component: ResetPage,
})
