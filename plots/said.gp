# Instead of any figure whose table has nothing for it: the sentence that says so.
width = 480
height = 200
question = "Nothing to draw"
call "style.gp" ARG1 ARG2 ARG3
set label 1 said at screen 0.5, 0.5 center
@whole_figure
plot [0:1] [0:1] NaN
