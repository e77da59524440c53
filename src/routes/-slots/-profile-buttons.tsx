import { ClearProfileButton } from '#features/moderation/web/people/clear-profile-button.tsx'
import { ReportButton } from '#features/moderation/web/reports/report-button.tsx'
import { t } from '#lib/texts.ts'

/** What members and moderators can do about the bio and links of somebody else. */
export function ProfileButtons({ username }: { username: string }) {
  return (
    <>
      <ReportButton target={{ profileId: username }} noun="profile" title={t('The page of {username}', { username })} />
      <ClearProfileButton username={username} />
    </>
  )
}
