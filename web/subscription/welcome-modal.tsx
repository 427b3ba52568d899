import { type Video, videoOf } from '@orbita/domain/tenancy';
import { Button } from '@orbita/ui/button';
import { Check } from '@orbita/ui/check';
import { Dialog } from '@orbita/ui/dialog';
import { Numbered } from '@orbita/ui/numbered';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../base/api.ts';
import { BASE, settings } from '../base/settings.ts';
import { hideWelcome, welcomeHidden } from '../base/welcome.ts';
import { welcomeTexts as t } from '../texts/portal.ts';
import { WelcomeVideo } from './welcome-video.tsx';

/** The check box was unticked: the modal is shown again next time. */
function showWelcomeAgain(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on iOS 15
  document.cookie = `hideWelcomeModal=; path=${BASE}; max-age=0`;
}

/** Introduction video of the host's institution, if it has one. */
function useVideo(): Video | undefined {
  const id = settings.institution?.id;
  const { data } = useQuery({
    queryKey: ['institution', id],
    queryFn: () => call('GET /candidate/institution/{id}', { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return videoOf(data?.introductionVideo);
}

/**
 * "Boas-vindas!": three steps and the introduction video, until it is hidden for 7 days (spec 7.2); `first` is the address of
 * the first step.
 */
export function WelcomeModal({ first }: { first: string | undefined }) {
  const [open, setOpen] = useState(() => !welcomeHidden());
  return open ? <Welcome first={first} onClose={() => setOpen(false)} /> : null;
}

function Welcome({ first, onClose }: { first: string | undefined; onClose: () => void }) {
  const video = useVideo();
  const navigate = useNavigate();
  const start = () => {
    onClose();
    if (first) void navigate(first);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.title}
      foot={
        <>
          <Check onChange={(event) => (event.target.checked ? hideWelcome() : showWelcomeAgain())}>
            {t.hide}
          </Check>
          <Button block onClick={start}>
            {t.start}
          </Button>
        </>
      }
    >
      <p>{t.lead}</p>
      {video && <WelcomeVideo video={video} />}
      <Numbered steps={t.steps} />
    </Dialog>
  );
}
