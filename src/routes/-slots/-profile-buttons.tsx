import { ClearProfileButton } from '#features/moderation/web/people/clear-profile-button.tsx'
import { ReportButton } from '#features/moderation/web/reports/report-button.tsx'

/** What members and moderators can do about the bio and links of somebody else. */
export function ProfileButtons({ username }: { username: string }) {
  return (
    <>
      <ReportButton target={{ profileId: username }} noun="profile" title={`The page of ${username}`} />
      <ClearProfileButton username={username} />
    </>
  )
}
