import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '../../platform/query.ts';
import { draw, FakeServer, refusal } from '../../testing/form.tsx';
import { Banners } from './banners.tsx';

function Status() {
  const { status } = useQuery({ queryKey: ['getBanner'], enabled: false });
  return <p>{status}</p>;
}

test('a banner that is shown stays when it cannot be read again, and what is below it stays in its place', async () => {
  const state = { fails: false };
  const server = new FakeServer({
    getBanner: () => {
      if (state.fails) throw refusal('bad_value', 'Not now.');
      return [{ img: '/banner.png', url: '/market' }];
    },
  });
  draw(
    <>
      <Banners />
      <Status />
    </>,
  );
  const banner = await screen.findByRole('link');
  state.fails = true;
  await queryClient.refetchQueries({ queryKey: ['getBanner'] });
  await screen.findByText('error');
  expect(screen.getByRole('link')).toBe(banner);
  expect(server.sent('getBanner')).toHaveLength(2);
});
