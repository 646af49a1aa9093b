import { z } from 'zod';
import { fileField, place } from '../uploads.ts';
import { creates, operatorCall } from './operator-call.ts';

/**
 * A picture for everybody, as banners, articles and networks show it: checked and written anew as members' images are,
 * readable by every visitor and for ever under `/uploads/public/`.
 */
export const uploadPicture = operatorCall('POST', '/uploads', {
  ...creates,
  role: 'clerk',
  file: true,
  input: z.strictObject({ file: fileField() }),
  output: place,
  reasons: ['bad_image', 'too_many_requests', 'not_ready'],
});
